// The content with which a layout begins: the name of the brand, the content of the email, and the unsubscribe link.

interface Words {
  unsubscribe: string
}

export function firstLayout(format: 'html' | 'mjml', { unsubscribe }: Words): string {
  return format === 'html' ? htmlLayout(unsubscribe) : mjmlLayout(unsubscribe)
}

function htmlLayout(unsubscribe: string): string {
  return `<!doctype html>
<html lang="{{locale}}" dir="{{dir}}">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <meta name="color-scheme" content="light dark">
  <title>{{subject}}</title>
  <style>
    body { margin: 0; background: #f3f4f6; color: #1f2430; font-family: Arial, sans-serif; line-height: 1.5 }
    .brand { margin: 0 0 16px; font-size: 18px; font-weight: bold }
    .card { background: #ffffff; border-radius: 12px; padding: 32px }
    .foot { padding: 20px 8px; color: #5b6472; font-size: 13px }
    .foot a { color: #5b6472 }
    @media (prefers-color-scheme: dark) {
      body { background: #15181d; color: #e8eaee }
      .card { background: #1f242b }
      .foot, .foot a { color: #a7afbb }
    }
  </style>
</head>
<body>
  <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
    <tr>
      <td align="center" style="padding: 24px 12px">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width: 600px; text-align: start">
          <tr><td><p class="brand">{{brand_name}}</p></td></tr>
          <tr>
            <td class="card">
              {{content}}
              {{actions}}
            </td>
          </tr>
          <tr><td class="foot"><a href="{{unsubscribe_url}}">${unsubscribe}</a> · {{brand_name}}</td></tr>
        </table>
      </td>
    </tr>
  </table>
</body>
</html>
`
}

function mjmlLayout(unsubscribe: string): string {
  return `<mjml>
  <mj-head>
    <mj-title>{{subject}}</mj-title>
    <mj-attributes>
      <mj-all font-family="Arial, sans-serif" />
      <mj-text font-size="16px" line-height="1.5" color="#1f2430" />
    </mj-attributes>
  </mj-head>
  <mj-body background-color="#f3f4f6">
    <mj-section>
      <mj-column>
        <mj-text font-size="18px" font-weight="700">{{brand_name}}</mj-text>
      </mj-column>
    </mj-section>
    {{content}}
    <mj-section>
      <mj-column>
        <mj-text>{{actions}}</mj-text>
        <mj-text font-size="13px" color="#5b6472"><a href="{{unsubscribe_url}}">${unsubscribe}</a> · {{brand_name}}</mj-text>
      </mj-column>
    </mj-section>
  </mj-body>
</mjml>
`
}
