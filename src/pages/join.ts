import { recordAction } from '../chat/organization/audit-log/actions.ts';
import {
  acceptedAs,
  acceptInvitation,
  confirmAddress,
  requireNewUser,
  requiresConfirmation,
} from '../chat/people/invitations/account-actions.ts';
import { requireKey } from '../chat/people/invitations/rules.ts';
import type { Invitation } from '../chat/people/invitations/types.ts';
import { requestReset } from '../chat/people/sign-in/link-actions.ts';
import { hashPassword, requirePasswordLogin } from '../chat/people/sign-in/password-checks.ts';
import {
  PASSWORD_LENGTHS,
  requireEmail,
  requireFreeEmail,
  requireFullName,
  requireStrongPassword,
} from '../chat/people/users/field-rules.ts';
import type { User } from '../chat/people/users/types.ts';
import { ROLES } from '../shared/roles.ts';
import type { PageText } from '../texts/keys.ts';
import { checkField, type Field, type Filled, Form } from './kit/form.ts';
import { type Html, html } from './kit/html.ts';
import { KEEP_TYPED } from './kit/keep-typed.ts';
import { page } from './kit/page.ts';
import type { Visit } from './kit/visit.ts';
import { joinNote } from './legal.ts';
import { mailSent } from './mail-sent.ts';
import { notFoundPage } from './not-found.ts';
import { providerButtons } from './provider-buttons.ts';
import { continueSignIn } from './second-factor.ts';

const name: Field = {
  label: 'Your name',
  autocomplete: 'name',
  hint: 'Shown to other people.',
  maxLength: 100,
  first: true,
};
const password: Field = {
  label: 'Password',
  type: 'password',
  autocomplete: 'new-password',
  hint: '6 to 100 characters.',
  ...PASSWORD_LENGTHS,
};
const email: Field = {
  label: 'E-mail',
  type: 'email',
  autocomplete: 'username',
  hint: 'Used to sign in.',
  maxLength: 254,
};

/**
 * An invitation link for several people asks for an address and confirms it by mail, if a mail server is configured. A
 * mailed invitation is for the address that it was sent to.
 */
const JOIN = {
  many: new Form({ full_name: name, email, password }),
  one: new Form({ full_name: name, password }),
  address: new Form({ email: { ...email, first: true } }),
};
/** The fields of each form. */
const ANY = new Form({
  full_name: { ...name, optional: true },
  email: { ...email, optional: true },
  password: { ...password, optional: true },
});

const ANOTHER: PageText = 'The link was used or revoked, or it has expired. Ask the person who sent it for a new one.';

export const joinPage = page({
  paths: ['/join/{key}'],
  summary: 'Accept an invitation',
  audience: 'public',
  form: ANY,
  show(visit, filled) {
    const { app, params, user, t } = visit;
    const invited = notFoundPage(visit, () => requireKey(app, params.key!), ANOTHER);
    if ('gone' in invited) return invited.gone;
    const { invitation, inviter } = invited.found;
    const account = invitation.account_id === null ? undefined : app.users.byId(invitation.account_id);
    const organization = app.realm.get('name');
    const confirms = requiresConfirmation(app, invitation);
    const form = confirms ? JOIN.address : invitation.email === null ? JOIN.many : JOIN.one;
    return {
      title: t('Join {organization}', { organization }),
      body: html`${!inviter.is_system && html`<p class="lead">${invitedBy(visit, invitation, inviter)}</p>`}
${user && !account && html`<p class="note">${t('You’re already signed in as {name}. This creates another account.', { name: user.full_name })}</p>`}
${user && account && html`<p class="note">${t('You’re already signed in as {name}. This is another account.', { name: user.full_name })}</p>`}
${account && html`<p>${t('You get the account of <b>{name}</b> with your earlier messages.', { name: account.full_name })}</p>`}
${invitation.email !== null && html`<p>${t('Your account will use the address <b>{email}</b>.', { email: invitation.email })}</p>`}
${joinNote(app)}
${app.config.choices.passwordLogin && (form as Form).show(visit, withName(filled as Filled, account), confirms ? t('Continue') : t('Join'))}
${providerButtons(visit, `?invitation=${encodeURIComponent(params.key!)}`, true)}
<p class="after"><a href="/login/">${t('I already have an account')}</a></p>`,
      ...(app.config.choices.passwordLogin && { script: KEEP_TYPED }),
    };
  },
  async submit(visit, { full_name, email, password }) {
    const { app, params } = visit;
    const invited = notFoundPage(visit, () => requireKey(app, params.key!), ANOTHER);
    if ('gone' in invited) return invited.gone;
    requirePasswordLogin(app);
    const { invitation } = invited.found;
    if (requiresConfirmation(app, invitation)) {
      app.limits.take('sends_email_by_ip', visit.ip);
      checkField('email', () => confirmOrRemind(visit, email));
      return mailSent(visit, email);
    }
    const address = invitation.email ?? email;
    checkField('full_name', () => requireFullName(app, full_name, invitation.account_id ?? undefined));
    checkField(invitation.email === null ? 'email' : 'full_name', () => requireFreeEmail(app, address));
    checkField('password', () => requireStrongPassword(password, [address, full_name, app.realm.get('name')]));
    const newUser = { key: params.key!, full_name, email: address, language: visit.accountLanguage };
    requireNewUser(app, newUser);
    const passwordHash = await hashPassword(password);
    const action = acceptedAs(app, newUser.key);
    const user = acceptInvitation(app, newUser, passwordHash);
    recordAction(app, { ...action, user_id: user.id }, visit.auditOrigin(user));
    return continueSignIn(visit, { user, destination: { next: '/' } });
  },
});

const invitedBy = ({ t }: Visit, { invited_as }: Invitation, { full_name: inviter }: User): Html =>
  invited_as === ROLES.guest
    ? t('{inviter} invited you as a guest.', { inviter })
    : t('{inviter} invited you.', { inviter });

/** The name of an imported account can be changed. */
const withName = (filled: Filled, account: User | undefined): Filled => ({
  ...filled,
  values: { ...filled.values, full_name: filled.values.full_name ?? account?.full_name ?? '' },
});

/**
 * Mails a link to join. An address with an account gets a link to sign in instead, so that the page does not reveal who
 * has an account.
 */
function confirmOrRemind({ app, params }: Visit, email: string): void {
  const address = requireEmail(app, email);
  app.limits.take('password_reset_form_by_email', address);
  if (app.users.byEmail(address)) requestReset(app, address);
  else confirmAddress(app, params.key!, address);
}
