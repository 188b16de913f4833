import type { Page } from './kit/page.ts';
import * as loginLink from './login-link.ts';
import * as setup from './setup.ts';
import * as signIn from './sign-in.ts';

/** All pages: every export of every file of pages that is one. */
export const pages: readonly Page[] = [setup, signIn, loginLink].flatMap((file) =>
  Object.values(file as Record<string, unknown>).filter((value): value is Page => (value as Page)?.kind === 'page'),
);
