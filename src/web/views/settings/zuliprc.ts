/** What programs that speak the API read their account from. */
export const zuliprcOf = (email: string, key: string): string =>
  `[api]\nemail=${email}\nkey=${key}\nsite=${location.origin}\n`;

/** Has the browser save a text as a file. */
export function save(name: string, text: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/octet-stream' }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}
