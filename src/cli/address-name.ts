/**
 * `ada.lovelace@example.com` → `Ada Lovelace`: the name of a new account, until its owner changes it. A name has two
 * characters at least: `m@example.com` → `M example.com`.
 */
export function nameFromAddress(email: string): string {
  const [local = '', domain = ''] = email.split('@');
  const name = local
    .split(/[._+-]+/)
    .filter((part) => part !== '')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(' ');
  return name.length < 2 ? `${name} ${domain}`.trim() : name;
}
