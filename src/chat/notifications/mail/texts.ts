import type { App } from '../../../app.ts';
import { clientLanguage } from '../../../shared/languages.ts';
import { memoByValue } from '../../../shared/memo.ts';
import type { MailPlurals, MailText } from '../../../texts/keys.ts';
import { type Translator, translatorFor } from '../../../texts/translator.ts';
import type { User } from '../../people/users/types.ts';
import type { AudienceKind } from '../announcements/types.ts';
import type { MailContent, SecurityChange } from './types.ts';

/** A user's name and the organization's. */
export interface Addressed {
  name: string;
  organization: string;
}
/** `passwordUrl`: where the user chooses a password; undefined if they have one, or sign in without. */
type Welcomed = Addressed & { email: string; url: string; passwordUrl: string | undefined };
/** `detail`: the name of a passkey or an identity provider. */
type Changed = Addressed & { detail: string };
/** `hasPassword`: whether the user signs in with one. */
type SignedIn = Addressed & { device: string; ip: string; time: string; url: string; hasPassword: boolean };
type Template = Omit<MailContent, 'unsubscribe' | 'thread'>;
type MailTranslator = Translator<MailText, MailPlurals>;

const SECURITY_CHANGES: Readonly<Record<SecurityChange, { subject: MailText; what: MailText }>> = {
  password: {
    subject: 'Your password for {organization} was changed',
    what: 'The password of your account in {organization} was changed. All your other devices have to sign in again.',
  },
  authenticatorAdded: {
    subject: 'Authenticator app added in {organization}',
    what: 'An authenticator app was added to your account in {organization}. From now on, you need one of its codes to sign in.',
  },
  authenticatorRemoved: {
    subject: 'Authenticator app removed in {organization}',
    what: 'The authenticator app of your account in {organization} was removed. Signing in no longer needs its codes.',
  },
  passkeyAdded: {
    subject: 'Passkey added in {organization}',
    what: 'A passkey called “{detail}” was added to your account in {organization}. It can be used to sign in.',
  },
  passkeyRemoved: {
    subject: 'Passkey removed in {organization}',
    what: 'The passkey “{detail}” of your account in {organization} was removed. It can no longer be used to sign in.',
  },
  recoveryCodes: {
    subject: 'New recovery codes in {organization}',
    what: 'Your account in {organization} got new recovery codes. The old ones no longer work.',
  },
  secondFactorsReset: {
    subject: 'Second factors removed in {organization}',
    what: 'The operator of the server removed the authenticator app, the passkeys and the recovery codes of your account in {organization}. Add new ones after your next sign-in.',
  },
  identityLinked: {
    subject: '{detail} linked in {organization}',
    what: 'Your account in {organization} was linked to your account at {detail}. From now on, you can sign in with it.',
  },
  identityUnlinked: {
    subject: '{detail} unlinked in {organization}',
    what: 'Your account in {organization} was unlinked from your account at {detail}.',
  },
  identitiesUnlinked: {
    subject: 'Identity providers unlinked in {organization}',
    what: 'Your account in {organization} was unlinked from all identity providers. The next sign-in with one of them links it again.',
  },
};

/** The texts of mails in one language. */
export class MailTexts {
  readonly #t: MailTranslator['t'];
  readonly missed: MissedTexts;
  readonly digest: DigestTexts;

  constructor(translator: MailTranslator) {
    this.#t = translator.t;
    this.missed = new MissedTexts(translator);
    this.digest = new DigestTexts(translator);
  }

  /** `account`: the name of an imported account that becomes theirs. */
  invitation(values: { inviter: string; organization: string; url: string; account?: string | undefined }): Template {
    const { inviter, organization, url, account } = values;
    const t = this.#t;
    return {
      subject: t('{inviter} invited you to join {organization}', { inviter, organization }),
      blocks: [
        t('Hello,'),
        t('{inviter} invited you to join the team chat of {organization}.', { inviter, organization }),
        ...(account === undefined
          ? []
          : [t('You’ll get the account of {account} with your earlier messages.', { account })]),
        { label: t('Accept invitation'), url },
        t('If you don’t want to join, you can ignore this e-mail.'),
      ],
      why: t(
        'You received this e-mail because {inviter} entered your address. You won’t receive any more e-mails unless you’re invited again.',
        { inviter },
      ),
    };
  }

  confirmAddress({ organization, url }: { organization: string; url: string }): Template {
    const t = this.#t;
    return {
      subject: t('Confirm your e-mail address for {organization}', { organization }),
      blocks: [
        t('Hello,'),
        t('To join {organization} with this address, confirm your e-mail address.', { organization }),
        { label: t('Confirm e-mail address'), url },
        t('If you didn’t request this, you can ignore this e-mail.'),
      ],
      why: t('You received this e-mail because someone entered your address to join {organization}.', { organization }),
    };
  }

  confirmNewAddress({ name, organization, email, url }: Addressed & { email: string; url: string }): Template {
    const t = this.#t;
    return {
      subject: t('Confirm your new e-mail address for {organization}', { organization }),
      blocks: [
        t('Hello {name},', { name }),
        t('To use {email} for your account in {organization}, open this link within 24 hours:', {
          email,
          organization,
        }),
        { label: t('Confirm new address'), url },
        t('If you didn’t request this, you can ignore this e-mail.'),
      ],
      why: t('You received this e-mail because someone entered this address for an account in {organization}.', {
        organization,
      }),
    };
  }

  addressChanged({ name, organization, email }: Addressed & { email: string }): Template {
    const t = this.#t;
    return {
      subject: t('Your e-mail address for {organization} was changed', { organization }),
      blocks: [
        t('Hello {name},', { name }),
        t(
          'The e-mail address of your account in {organization} was changed to {email}. E-mails are no longer sent to your old address.',
          { organization, email },
        ),
        t('If you didn’t change your address, contact an administrator of your organization immediately.'),
      ],
      why: this.#hasAccount(organization),
    };
  }

  welcome({ name, organization, email, url, passwordUrl }: Welcomed): Template {
    const t = this.#t;
    return {
      subject: t('Welcome to {organization}', { organization }),
      blocks: [
        t('Hello {name},', { name }),
        t('You now have an account in {organization}. Sign in with {email}.', { organization, email }),
        passwordUrl === undefined
          ? { label: t('Open Klatch'), url }
          : { label: t('Choose a password'), url: passwordUrl },
        t('You can also use Zulip’s apps for phones and computers. Enter the address {url} there.', { url }),
        t('You can choose which e-mails you receive in your settings.'),
      ],
      why: this.#hasAccount(organization),
    };
  }

  passwordReset({ name, organization, url }: Addressed & { url: string }): Template {
    const t = this.#t;
    return {
      subject: t('Reset your password for {organization}', { organization }),
      blocks: [
        t('Hello {name},', { name }),
        t(
          'Use this link to choose a new password for your account in {organization}. It is valid for 24 hours and works once.',
          { organization },
        ),
        { label: t('Choose new password'), url },
        t('If you didn’t request this, you can ignore this e-mail.'),
      ],
      why: this.#hasAccount(organization),
    };
  }

  passwordChanged({ name, organization }: Addressed): Template {
    const t = this.#t;
    return {
      subject: t('Your password for {organization} was changed', { organization }),
      blocks: [
        t('Hello {name},', { name }),
        t('The password of your account in {organization} was changed. All your devices have to sign in again.', {
          organization,
        }),
        t('If you didn’t change it, contact an administrator of your organization immediately.'),
      ],
      why: this.#hasAccount(organization),
    };
  }

  securityChange(change: SecurityChange, { name, organization, detail }: Changed): Template {
    const t = this.#t;
    const { subject, what } = SECURITY_CHANGES[change];
    return {
      subject: t(subject, { organization, detail }),
      blocks: [
        t('Hello {name},', { name }),
        t(what, { organization, detail }),
        t('If you didn’t do this, contact an administrator of your organization immediately.'),
      ],
      why: this.#hasAccount(organization),
    };
  }

  signIn({ name, organization, device, ip, time, url, hasPassword }: SignedIn): Template {
    const t = this.#t;
    return {
      subject: t('New sign-in from {device}', { device }),
      blocks: [
        t('Hello {name},', { name }),
        t('There was a new sign-in to your account in {organization}:', { organization }),
        { quote: `${device}\n${ip}\n${time}` },
        hasPassword
          ? t(
              'If this was you, you don’t need to do anything. If not, change your password now to sign out all devices:',
            )
          : t(
              'If this was you, you don’t need to do anything. If not, sign out everywhere else in your settings now, and contact an administrator of your organization:',
            ),
        { label: hasPassword ? t('Choose new password') : t('Open settings'), url },
      ],
      why: this.#hasAccount(organization),
    };
  }

  unsubscribeSignIn(): string {
    return this.#t('Unsubscribe from e-mails about sign-ins');
  }

  deactivated({ name, organization, by, comment }: Addressed & { by: string; comment: string }): Template {
    const t = this.#t;
    return {
      subject: t('Your account in {organization} was deactivated', { organization }),
      blocks: [
        t('Hello {name},', { name }),
        t('Your account in {organization} was deactivated. You can no longer sign in.', { organization }),
        ...(comment === '' ? [] : [t('{by} wrote:', { by }), { quote: comment }]),
      ],
      why: t('You received this e-mail because you had an account in {organization}.', { organization }),
    };
  }

  exportReady({ name, organization, url }: Addressed & { url: string }): Template {
    const t = this.#t;
    return {
      subject: t('The export of {organization} is ready', { organization }),
      blocks: [
        t('Hello {name},', { name }),
        t('The data export of {organization} that you requested is ready. You can download it in the settings.', {
          organization,
        }),
        { label: t('Open settings'), url },
      ],
      why: this.#hasAccount(organization),
    };
  }

  ownExportReady({ name, organization, url }: Addressed & { url: string }): Template {
    const t = this.#t;
    return {
      subject: t('The export of your data in {organization} is ready', { organization }),
      blocks: [
        t('Hello {name},', { name }),
        t('The export of your data is ready. You can download it in your settings for seven days.'),
        { label: t('Open settings'), url },
      ],
      why: this.#hasAccount(organization),
    };
  }

  test({ organization, url }: { organization: string; url: string }): Template {
    const t = this.#t;
    return {
      subject: t('Test e-mail from {organization}', { organization }),
      blocks: [
        t('Hello,'),
        t('This is a test e-mail. E-mails from {organization} reach you.', { organization }),
        { label: t('Open Klatch'), url },
      ],
      why: t('You received this e-mail because a test was sent to your address.'),
    };
  }

  /** The last line of an e-mail from an administrator to many members. `name`: of the group or channel, or empty. */
  announcementReason(
    { sender, organization }: { sender: string; organization: string },
    audience: AudienceKind,
    name: string,
  ): string {
    return this.#t(
      '{sender}, an administrator of {organization}, sent this e-mail to {audience}. You received it because you have an account in {organization}.',
      { sender, organization, audience: this.#audience(audience, name) },
    );
  }

  #audience(audience: AudienceKind, name: string): string {
    const t = this.#t;
    if (audience === 'role') return t('all members with your role');
    if (audience === 'group') return name === '' ? t('a group of members') : t('the group {name}', { name });
    if (audience === 'channel') return t('the subscribers of #{name}', { name });
    return t('all members');
  }

  /** `date`: when the newest backup was made; undefined: there is none. */
  backupOverdue({ name, organization, date }: Addressed & { date: string | undefined }): Template {
    const t = this.#t;
    return {
      subject:
        date === undefined
          ? t('There is no backup of {organization}', { organization })
          : t('No new backup of {organization} since {date}', { organization, date }),
      blocks: [
        t('Hello {name},', { name }),
        t(
          'The automatic backups of {organization} do not work at the moment. If a disk of the server fails, everything newer than the last backup is lost.',
          { organization },
        ),
        t('The log of the server has the reason. If someone else runs the server, forward this e-mail to them.'),
      ],
      why: this.#hasAccount(organization),
    };
  }

  /** The message that Welcome Bot sends to a new user, in Markdown. */
  welcomeMessage({ name, organization }: Addressed): string {
    const t = this.#t;
    return [
      t('Hello **{name}**, and welcome to {organization}!', { name, organization }),
      '',
      t(
        '* Conversations take place in **channels**. Each conversation in a channel has a **topic**. Browse the channels to see what’s going on.',
      ),
      t('* Send **direct messages** to talk with one or more people privately.'),
      t('* Try things out here: only you can read this conversation. Send **bold** text, `code` or :wave:.'),
    ].join('\n');
  }

  #hasAccount(organization: string): string {
    return this.#t('You received this e-mail because you have an account in {organization}.', { organization });
  }
}

/** Why a message is in a mail about missed messages. */
const CAUSES = {
  direct_message: 'you received a direct message',
  mentioned: 'you were mentioned',
  topic_wildcard_mentioned: 'everyone in the topic was mentioned',
  stream_wildcard_mentioned: 'everyone in the channel was mentioned',
  followed_topic: 'you follow this topic',
  channel: 'you turned on e-mail notifications for this channel',
} as const satisfies Record<string, MailText>;

/** More names than this are counted in a subject. */
const MOST_NAMES = 3;

/** The texts of mails about missed messages. */
export class MissedTexts {
  readonly #translator: MailTranslator;

  constructor(translator: MailTranslator) {
    this.#translator = translator;
  }

  /** In the subject: who wrote, and where. */
  direct(senders: string): string {
    return this.#translator.t('Direct messages from {senders}', { senders });
  }

  group(people: string): string {
    return this.#translator.t('Group direct messages with {people}', { people });
  }

  /** A channel and a topic, which is empty for general chat. */
  topic(channel: string, topic: string): string {
    return `#${channel} > ${topic || this.#translator.t('general chat')}`;
  }

  more(first: string, others: number): string {
    return this.#translator.plural(others, '{first} and {n} more conversation', '{first} and {n} more conversations', {
      first,
    });
  }

  hidden(organization: string): string {
    return this.#translator.t('New messages in {organization}', { organization });
  }

  names(names: readonly string[]): string {
    if (names.length <= MOST_NAMES) return this.#list(names);
    const rest = names.length - 2;
    const [first, second] = names as [string, string];
    return this.#translator.plural(rest, '{first}, {second} and {n} other', '{first}, {second} and {n} others', {
      first,
      second,
    });
  }

  hiddenText(count: number, organization: string): string {
    return this.#translator.plural(
      count,
      'You have {n} new message in {organization}. This e-mail doesn’t include message text because of your settings or your organization’s.',
      'You have {n} new messages in {organization}. This e-mail doesn’t include message text because of your settings or your organization’s.',
      { organization },
    );
  }

  open(): string {
    return this.#translator.t('Open conversation');
  }

  openAll(): string {
    return this.#translator.t('Open Klatch');
  }

  reply(): string {
    return this.#translator.t('Reply in the chat. Replies to this e-mail aren’t read.');
  }

  replyByMail(): string {
    return this.#translator.t('Reply to this e-mail to write in the conversation.');
  }

  why(causes: readonly (keyof typeof CAUSES)[]): string {
    const { t } = this.#translator;
    return t('You received this e-mail because {causes} while you were away.', {
      causes: this.#list(causes.map((cause) => t(CAUSES[cause]))),
    });
  }

  unsubscribe(): string {
    return this.#translator.t('Unsubscribe from e-mails about missed messages');
  }

  dropped(count: number): string {
    return this.#translator.plural(
      count,
      '{n} earlier message isn’t shown here.',
      '{n} earlier messages aren’t shown here.',
    );
  }

  #list(items: readonly string[]): string {
    return new Intl.ListFormat(this.#translator.language).format(items);
  }
}

/** The texts of the weekly digest. */
export class DigestTexts {
  readonly #translator: MailTranslator;

  constructor(translator: MailTranslator) {
    this.#translator = translator;
  }

  subject(organization: string): string {
    return this.#translator.t('What happened in {organization}', { organization });
  }

  intro(count: number): string {
    return this.#translator.plural(
      count,
      'You received {n} message since your last visit.',
      'You received {n} messages since your last visit.',
    );
  }

  conversation(count: number, people: string): string {
    return this.#translator.plural(count, '{n} message from {people}', '{n} messages from {people}', { people });
  }

  why(): string {
    return this.#translator.t('You received this e-mail because you haven’t visited for a week.');
  }

  unsubscribe(): string {
    return this.#translator.t('Unsubscribe from digests');
  }
}

/** The texts of mails in a language of the interface. */
export const mailTextsIn = memoByValue((language: string) => new MailTexts(translatorFor('mails', language)));

/** The language of a mail: the recipient's, or the organization's if they have no account yet. */
export const mailLanguage = (app: App, user?: User): string =>
  clientLanguage(user?.settings.default_language ?? app.realm.get('default_language')) ?? 'en';

/** The texts of mails in the language of a mail: `de-AT` uses German. */
export const mailTexts = (app: App, user?: User): MailTexts => mailTextsIn(mailLanguage(app, user));
