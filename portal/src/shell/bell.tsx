// The logo.
import address from '../theme/bell.svg'

export function Bell({ size }: { size: number }) {
  return <img src={address} alt="" width={size} height={size} style={{ display: 'block' }} />
}
