import * as confirmEmail from './confirm-email.ts';
import * as devLogin from './dev-login.ts';
import * as externalSignIn from './external-sign-in.ts';
import * as help from './help.ts';
import * as join from './join.ts';
import * as jwt from './jwt.ts';
import type { Page } from './kit/page.ts';
import * as loginLink from './login-link.ts';
import * as mail from './mail.ts';
import * as passkey from './passkey.ts';
import * as passwordReset from './password-reset.ts';
import * as reference from './reference.ts';
import * as register from './register.ts';
import * as secondFactor from './second-factor.ts';
import * as setup from './setup.ts';
import * as signIn from './sign-in.ts';
import * as unsubscribe from './unsubscribe.ts';

/** All pages: every page that a file of this folder exports. */
export const pages: readonly Page[] = [
  setup,
  signIn,
  externalSignIn,
  jwt,
  loginLink,
  passkey,
  secondFactor,
  passwordReset,
  join,
  register,
  confirmEmail,
  unsubscribe,
  mail,
  devLogin,
  help,
  reference,
].flatMap((file) =>
  Object.values(file as Record<string, unknown>).filter((value): value is Page => (value as Page)?.kind === 'page'),
);
