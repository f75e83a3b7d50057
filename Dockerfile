# Builds the image of Carillon: `docker build -t carillon .`
# Write a command of carillon after the image name in `docker run`. The default command is `start`.

FROM node:24-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY scripts/bundle.mjs ./scripts/bundle.mjs
COPY src ./src
RUN node scripts/bundle.mjs
COPY tsconfig.json ./
COPY portal ./portal
COPY sdk/src/api.ts ./sdk/src/api.ts
COPY scripts/portal.mjs scripts/portal-styles.mjs scripts/portal-typeface.mjs ./scripts/
RUN node scripts/portal.mjs
RUN npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-slim
# The C library returns free memory to the system above this number of bytes. See Capacity in docs/operations/deploy.md.
ENV MALLOC_TRIM_THRESHOLD_=1048576
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY --from=build /app/web ./web
COPY package.json ./
COPY bin ./bin
COPY migrations ./migrations
RUN mkdir --mode=700 /data && chown node:node /data
USER node
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=5s --start-period=20s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/livez').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "--max-semi-space-size=8", "/app/bin/carillon.js"]
CMD ["start"]
