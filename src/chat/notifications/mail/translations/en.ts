import type { MailContent } from '../types.ts';

// The texts of mails in English. They are complete; the other languages are checked against them.

/** A user's name and the organization's. */
interface Addressed {
  name: string;
  organization: string;
}
type Said = Omit<MailContent, 'unsubscribe' | 'thread'>;

const account = ({ organization }: { organization: string }): string =>
  `You get this mail because you have an account at ${organization}.`;
const ask = 'If you did not ask for this, you need not do anything.';

export const en = {
  invitation: ({ inviter, organization, url }: { inviter: string; organization: string; url: string }): Said => ({
    subject: `${inviter} has invited you to ${organization}`,
    blocks: [
      'Hello,',
      `${inviter} would like you to join ${organization}, where they talk with each other on Klatch.`,
      { label: 'Join', url },
      'If you do not want to join, you need not do anything.',
    ],
    why: `You get this mail because ${inviter} gave your address. Nobody will write to you again unless they invite you again.`,
  }),
  confirmAddress: ({ organization, url }: { organization: string; url: string }): Said => ({
    subject: `Confirm your e-mail address for ${organization}`,
    blocks: [
      'Hello,',
      `somebody, and we hope it was you, wants to join ${organization} with this address.`,
      { label: 'Confirm and go on', url },
      ask,
    ],
    why: `You get this mail because your address was given to join ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }: Addressed & { email: string; url: string }): Said => ({
    subject: `Your new e-mail address for ${organization}`,
    blocks: [
      `Hello ${name},`,
      `to use ${email} for your account at ${organization}, open this link within a day:`,
      { label: 'Use this address', url },
      ask,
    ],
    why: `You get this mail because this address was given for an account at ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }: Addressed & { email: string }): Said => ({
    subject: `Your e-mail address for ${organization} has changed`,
    blocks: [
      `Hello ${name},`,
      `the e-mail address of your account at ${organization} is now ${email}. No more mail will come here.`,
      'If it was not you who changed it, tell an administrator of your organization at once.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url }: Addressed & { email: string; url: string }): Said => ({
    subject: `Welcome to ${organization}`,
    blocks: [
      `Hello ${name},`,
      `you have an account at ${organization} now, and sign in there as ${email}.`,
      { label: 'Open Klatch', url },
      `Zulip's apps for phones and computers work there too: give them the address ${url}.`,
      'What you get mail about, you choose in your settings there.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }: Addressed & { url: string }): Said => ({
    subject: `A new password for ${organization}`,
    blocks: [
      `Hello ${name},`,
      `with this link you choose a new password for your account at ${organization}. It holds for a day, and once.`,
      { label: 'Choose a password', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }: Addressed): Said => ({
    subject: `Your password for ${organization} has changed`,
    blocks: [
      `Hello ${name},`,
      `your account at ${organization} has a new password. All your devices have to sign in again.`,
      'If it was not you, tell an administrator of your organization at once.',
    ],
    why: account({ organization }),
  }),
  signIn: ({
    name,
    organization,
    device,
    ip,
    time,
    url,
  }: Addressed & { device: string; ip: string; time: string; url: string }): Said => ({
    subject: `New sign-in from ${device}`,
    blocks: [
      `Hello ${name},`,
      `somebody has just signed in to your account at ${organization}.`,
      { quote: `${device}\n${ip}\n${time}` },
      'If that was you, all is well. If not, choose another password now, which signs everybody else out:',
      { label: 'Choose a password', url },
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }: Addressed & { by: string; comment: string }): Said => ({
    subject: `Your account at ${organization} has been deactivated`,
    blocks: [
      `Hello ${name},`,
      `your account at ${organization} has been deactivated, and you cannot sign in any more.`,
      ...(comment === '' ? [] : [`${by} adds:`, { quote: comment }]),
    ],
    why: `You get this mail because you had an account at ${organization}.`,
  }),
  exportReady: ({ name, organization, url }: Addressed & { url: string }): Said => ({
    subject: `The export of ${organization} is ready`,
    blocks: [
      `Hello ${name},`,
      `the export of the data of ${organization} that you asked for is ready, in its settings.`,
      { label: 'Open the settings', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }: { organization: string; url: string }): Said => ({
    subject: `${organization} can send mail`,
    blocks: [
      'Hello,',
      `this mail was sent to try whether mail of ${organization} arrives. It does.`,
      { label: 'Open it', url },
    ],
    why: 'You get this mail because the operator of the server gave your address.',
  }),

  missed: {
    /** In the subject: who wrote, and where. */
    direct: (senders: string) => `Direct messages from ${senders}`,
    group: (people: string) => `Group direct messages with ${people}`,
    topic: (channel: string, topic: string) => `#${channel} > ${topic}`,
    more: (first: string, others: number) =>
      `${first} and ${others} more ${others === 1 ? 'conversation' : 'conversations'}`,
    hidden: (organization: string) => `New messages at ${organization}`,
    and: (names: readonly string[]) =>
      names.length > 3
        ? `${names.slice(0, 2).join(', ')} and ${names.length - 2} others`
        : new Intl.ListFormat('en').format(names),
    hiddenText: (count: number, organization: string) =>
      `There ${count === 1 ? 'is 1 new message' : `are ${count} new messages`} for you at ${organization}. What they say is not in this mail, as your settings or your organization's want it.`,
    open: 'Open the conversation',
    openAll: 'Open Klatch',
    reply: 'Answer there: replies to this mail are not read.',
    because: {
      direct_message: 'it was sent to you directly',
      mentioned: 'you were mentioned',
      topic_wildcard_mentioned: 'everybody in the topic was mentioned',
      stream_wildcard_mentioned: 'everybody in the channel was mentioned',
      followed_topic: 'you follow the topic',
      channel: 'you get mail about this channel',
    },
    why: (causes: readonly string[]) =>
      `You get this mail because ${new Intl.ListFormat('en').format(causes)}, and you were away.`,
    unsubscribe: 'No more mails about missed messages',
    dropped: (count: number) => `${count} earlier ${count === 1 ? 'message is' : 'messages are'} not shown here.`,
    generalChat: 'general chat',
  },
  digest: {
    subject: (organization: string) => `What happened at ${organization}`,
    intro: (count: number) =>
      `Since you were here last, ${count} ${count === 1 ? 'message has' : 'messages have'} come in.`,
    conversation: (count: number, people: string) => `${count} ${count === 1 ? 'message' : 'messages'} from ${people}`,
    why: 'You get this mail because you have not been here for a week.',
    unsubscribe: 'No more digests',
  },
  unsubscribeSignIn: 'No more mails about sign-ins',
};

export type Words = typeof en;
