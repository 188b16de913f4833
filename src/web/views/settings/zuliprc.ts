/** The configuration file from which API clients read their credentials. */
export const makeZuliprc = (email: string, key: string): string =>
  `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`;

/** Downloads a text as a file. */
export function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
