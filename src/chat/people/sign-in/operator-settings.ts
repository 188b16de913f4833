import { duration, onOff, webAddress, words } from '../../../kernel/settings/kinds.ts';
import { setting } from '../../../kernel/settings/setting.ts';

/** The operator's settings about accounts and sign-in. */
export const SIGN_IN_SETTINGS = {
  passwordLogin: setting(onOff, 'let users sign in with passwords; when off: klatch user login-link lets owners in', {
    default: 'on',
  }),
  termsUrl: setting(webAddress(), 'terms of service; the pages without an account link to it'),
  privacyUrl: setting(webAddress(), 'privacy policy, linked in the same places'),
  imprintUrl: setting(webAddress(), 'imprint, linked in the same places'),
  joinNote: setting(words('<text>'), 'a sentence that people read before they create an account'),
  sessionLifetime: setting(duration('5m'), 'time until a browser must sign in again, such as 12h or 14d', {
    default: '14d',
  }),
};

/** The operator's settings about sign-in with JWT. */
export const JWT_SETTINGS = {
  jwtSecret: setting(words('<word>'), 'HS256 secret for JWT sign-in; every token must expire within a day', {
    secret: true,
  }),
  jwtIssuer: setting(words('<name>'), 'the claim iss that JWT tokens must have'),
  jwtAudience: setting(words('<name>'), 'the claim aud that JWT tokens must have'),
};
