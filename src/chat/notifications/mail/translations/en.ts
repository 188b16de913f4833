import type { MailContent } from '../types.ts';

// The texts of mails in English. They are complete; the other languages are checked against them.

/** A user's name and the organization's. */
export interface Addressed {
  name: string;
  organization: string;
}
/** `passwordUrl`: where the user chooses a password; undefined if they have one, or sign in without. */
type Welcomed = Addressed & { email: string; url: string; passwordUrl: string | undefined };
/** `detail`: the name of a passkey or an identity provider. */
type Changed = Addressed & { detail: string };
export type MailText = Omit<MailContent, 'unsubscribe' | 'thread'>;

const account = ({ organization }: { organization: string }): string =>
  `You received this e-mail because you have an account in ${organization}.`;
const ask = 'If you didn’t request this, you can ignore this e-mail.';

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [`Hello ${name},`, what, 'If you didn’t do this, contact an administrator of your organization immediately.'],
  why: account({ organization }),
});

export const en = {
  /** `account`: the name of an imported account that becomes theirs. */
  invitation: ({
    inviter,
    organization,
    url,
    account,
  }: {
    inviter: string;
    organization: string;
    url: string;
    account?: string | undefined;
  }): MailText => ({
    subject: `${inviter} invited you to join ${organization}`,
    blocks: [
      'Hello,',
      `${inviter} invited you to join the team chat of ${organization}.`,
      ...(account === undefined ? [] : [`You’ll get the account of ${account} with your earlier messages.`]),
      { label: 'Accept invitation', url },
      'If you don’t want to join, you can ignore this e-mail.',
    ],
    why: `You received this e-mail because ${inviter} entered your address. You won’t receive any more e-mails unless you’re invited again.`,
  }),
  confirmAddress: ({ organization, url }: { organization: string; url: string }): MailText => ({
    subject: `Confirm your e-mail address for ${organization}`,
    blocks: [
      'Hello,',
      `to join ${organization} with this address, confirm your e-mail address.`,
      { label: 'Confirm e-mail address', url },
      ask,
    ],
    why: `You received this e-mail because someone entered your address to join ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }: Addressed & { email: string; url: string }): MailText => ({
    subject: `Confirm your new e-mail address for ${organization}`,
    blocks: [
      `Hello ${name},`,
      `to use ${email} for your account in ${organization}, open this link within 24 hours:`,
      { label: 'Confirm new address', url },
      ask,
    ],
    why: `You received this e-mail because someone entered this address for an account in ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }: Addressed & { email: string }): MailText => ({
    subject: `Your e-mail address for ${organization} was changed`,
    blocks: [
      `Hello ${name},`,
      `the e-mail address of your account in ${organization} was changed to ${email}. E-mails are no longer sent to your old address.`,
      'If you didn’t change it, contact an administrator of your organization immediately.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }: Welcomed): MailText => ({
    subject: `Welcome to ${organization}`,
    blocks: [
      `Hello ${name},`,
      `you now have an account in ${organization}. Sign in with ${email}.`,
      passwordUrl === undefined ? { label: 'Open Klatch', url } : { label: 'Choose a password', url: passwordUrl },
      `You can also use Zulip’s apps for phones and computers. Enter the address ${url} there.`,
      'You can choose which e-mails you receive in your settings.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }: Addressed & { url: string }): MailText => ({
    subject: `Reset your password for ${organization}`,
    blocks: [
      `Hello ${name},`,
      `use this link to choose a new password for your account in ${organization}. It is valid for 24 hours and works once.`,
      { label: 'Choose new password', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }: Addressed): MailText => ({
    subject: `Your password for ${organization} was changed`,
    blocks: [
      `Hello ${name},`,
      `the password of your account in ${organization} was changed. All your devices have to sign in again.`,
      'If you didn’t change it, contact an administrator of your organization immediately.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to: Changed) =>
      changed(
        to,
        `Your password for ${to.organization} was changed`,
        `the password of your account in ${to.organization} was changed. All your other devices have to sign in again.`,
      ),
    authenticatorAdded: (to: Changed) =>
      changed(
        to,
        `Authenticator app added in ${to.organization}`,
        `an authenticator app was added to your account in ${to.organization}. From now on, you need one of its codes to sign in.`,
      ),
    authenticatorRemoved: (to: Changed) =>
      changed(
        to,
        `Authenticator app removed in ${to.organization}`,
        `the authenticator app of your account in ${to.organization} was removed. Signing in no longer needs its codes.`,
      ),
    passkeyAdded: (to: Changed) =>
      changed(
        to,
        `Passkey added in ${to.organization}`,
        `a passkey called “${to.detail}” was added to your account in ${to.organization}. It can be used to sign in.`,
      ),
    passkeyRemoved: (to: Changed) =>
      changed(
        to,
        `Passkey removed in ${to.organization}`,
        `the passkey “${to.detail}” of your account in ${to.organization} was removed. It can no longer be used to sign in.`,
      ),
    recoveryCodes: (to: Changed) =>
      changed(
        to,
        `New recovery codes in ${to.organization}`,
        `your account in ${to.organization} got new recovery codes. The old ones no longer work.`,
      ),
    secondFactorsReset: (to: Changed) =>
      changed(
        to,
        `Second factors removed in ${to.organization}`,
        `the operator of the server removed the authenticator app, the passkeys and the recovery codes of your account in ${to.organization}. Add new ones after your next sign-in.`,
      ),
    identityLinked: (to: Changed) =>
      changed(
        to,
        `${to.detail} linked in ${to.organization}`,
        `your account in ${to.organization} was linked to your account at ${to.detail}. From now on, you can sign in with it.`,
      ),
    identityUnlinked: (to: Changed) =>
      changed(
        to,
        `${to.detail} unlinked in ${to.organization}`,
        `your account in ${to.organization} was unlinked from your account at ${to.detail}.`,
      ),
    identitiesUnlinked: (to: Changed) =>
      changed(
        to,
        `Identity providers unlinked in ${to.organization}`,
        `your account in ${to.organization} was unlinked from all identity providers. The next sign-in with one of them links it again.`,
      ),
  },
  signIn: ({
    name,
    organization,
    device,
    ip,
    time,
    url,
    hasPassword,
  }: Addressed & { device: string; ip: string; time: string; url: string; hasPassword: boolean }): MailText => ({
    subject: `New sign-in from ${device}`,
    blocks: [
      `Hello ${name},`,
      `there was a new sign-in to your account in ${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      ...(hasPassword
        ? [
            'If this was you, you don’t need to do anything. If not, change your password now to sign out all devices:',
            { label: 'Choose new password', url },
          ]
        : [
            'If this was you, you don’t need to do anything. If not, sign out everywhere else in your settings now, and contact an administrator of your organization:',
            { label: 'Open settings', url },
          ]),
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }: Addressed & { by: string; comment: string }): MailText => ({
    subject: `Your account in ${organization} was deactivated`,
    blocks: [
      `Hello ${name},`,
      `your account in ${organization} was deactivated. You can no longer sign in.`,
      ...(comment === '' ? [] : [`${by} wrote:`, { quote: comment }]),
    ],
    why: `You received this e-mail because you had an account in ${organization}.`,
  }),
  exportReady: ({ name, organization, url }: Addressed & { url: string }): MailText => ({
    subject: `The export of ${organization} is ready`,
    blocks: [
      `Hello ${name},`,
      `the data export of ${organization} that you requested is ready. You can download it in the settings.`,
      { label: 'Open settings', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }: Addressed & { url: string }): MailText => ({
    subject: `The export of your data in ${organization} is ready`,
    blocks: [
      `Hello ${name},`,
      'the export of your data is ready. You can download it in your settings for seven days.',
      { label: 'Open settings', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }: { organization: string; url: string }): MailText => ({
    subject: `Test e-mail from ${organization}`,
    blocks: ['Hello,', `this is a test e-mail. E-mails from ${organization} reach you.`, { label: 'Open Klatch', url }],
    why: 'You received this e-mail because the server administrator sent a test to your address.',
  }),

  /** An e-mail from an administrator to many members. */
  announcement: {
    why: ({ sender, organization }: { sender: string; organization: string }, audience: string) =>
      `${sender}, an administrator of ${organization}, sent this e-mail to ${audience}. You received it because you have an account in ${organization}.`,
    audience: {
      everyone: () => 'all members',
      role: () => 'all members with your role',
      group: (name: string) => (name === '' ? 'a group of members' : `the group ${name}`),
      channel: (name: string) => `the subscribers of #${name}`,
    },
  },

  missed: {
    /** In the subject: who wrote, and where. */
    direct: (senders: string) => `Direct messages from ${senders}`,
    group: (people: string) => `Group direct messages with ${people}`,
    topic: (channel: string, topic: string) => `#${channel} > ${topic}`,
    more: (first: string, others: number) =>
      `${first} and ${others} more ${others === 1 ? 'conversation' : 'conversations'}`,
    hidden: (organization: string) => `New messages in ${organization}`,
    and: (names: readonly string[]) =>
      names.length > 3
        ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} others`
        : new Intl.ListFormat('en').format(names),
    hiddenText: (count: number, organization: string) =>
      `You have ${count === 1 ? '1 new message' : `${count} new messages`} in ${organization}. This e-mail doesn’t include message text because of your settings or your organization’s.`,
    open: 'Open conversation',
    openAll: 'Open Klatch',
    reply: 'Reply in the chat. Replies to this e-mail aren’t read.',
    because: {
      direct_message: 'you received a direct message',
      mentioned: 'you were mentioned',
      topic_wildcard_mentioned: 'everyone in the topic was mentioned',
      stream_wildcard_mentioned: 'everyone in the channel was mentioned',
      followed_topic: 'you follow this topic',
      channel: 'you turned on e-mail notifications for this channel',
    },
    why: (causes: readonly string[]) =>
      `You received this e-mail because ${new Intl.ListFormat('en').format(causes)} while you were away.`,
    unsubscribe: 'Unsubscribe from e-mails about missed messages',
    dropped: (count: number) => `${count} earlier ${count === 1 ? 'message isn’t' : 'messages aren’t'} shown here.`,
    generalChat: 'general chat',
  },
  digest: {
    subject: (organization: string) => `What happened in ${organization}`,
    intro: (count: number) => `You received ${count} ${count === 1 ? 'message' : 'messages'} since your last visit.`,
    conversation: (count: number, people: string) => `${count} ${count === 1 ? 'message' : 'messages'} from ${people}`,
    why: 'You received this e-mail because you haven’t visited for a week.',
    unsubscribe: 'Unsubscribe from digests',
  },
  /** The message that Welcome Bot sends to a new user, in Markdown. */
  welcomeMessage: ({ name, organization }: Addressed) => [
    `Hello **${name}**, and welcome to ${organization}!`,
    '',
    '* Conversations take place in **channels**. Each conversation in a channel has a **topic**. Browse the channels to see what’s going on.',
    '* Send **direct messages** to talk with one or more people privately.',
    '* Try things out here: only you can read this conversation. Send **bold** text, `code` or :wave:.',
  ],
  unsubscribeSignIn: 'Unsubscribe from e-mails about sign-ins',
};

export type Words = typeof en;
