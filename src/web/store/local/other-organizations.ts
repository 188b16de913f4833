import { signal } from '@preact/signals';

/** The addresses of other organizations that the user has entered in this browser, such as `https://chat.example.com`. */
export const otherOrganizations = signal<readonly string[]>([]);

/** So many addresses are kept. */
export const MAX_ORGANIZATIONS = 20;
