/** `ada.lovelace@example.com` → `Ada Lovelace`: the name of a new account, until its owner changes it. */
export const nameFromAddress = (email: string): string =>
  email
    .replace(/@.*/, '')
    .split(/[._+-]+/)
    .filter((part) => part !== '')
    .map((part) => part.slice(0, 1).toUpperCase() + part.slice(1))
    .join(' ');
