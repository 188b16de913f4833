import type { MailTexts } from '../../../src/chat/notifications/mail/texts.ts';

/** What the mails contain. */
export const VALUES = {
  name: 'Nina',
  organization: 'The Kitchen',
  url: 'https://chat.example.com/x',
  email: 'nina@example.com',
  inviter: 'Ada',
  account: 'Old Nina',
  detail: 'Laptop',
  device: 'Firefox',
  ip: '192.0.2.7',
  time: '12:30',
  by: 'Mia',
  comment: 'Bye!',
};
type Values = typeof VALUES;

const CHANGES = [
  ...(['password', 'authenticatorAdded', 'authenticatorRemoved', 'passkeyAdded', 'passkeyRemoved'] as const),
  ...(['recoveryCodes', 'secondFactorsReset', 'identityLinked', 'identityUnlinked', 'identitiesUnlinked'] as const),
];

/** All mails with a fixed text. */
export const listMails = (texts: MailTexts, values: Values) => ({
  invitation: texts.invitation(values),
  confirmAddress: texts.confirmAddress(values),
  confirmNewAddress: texts.confirmNewAddress(values),
  addressChanged: texts.addressChanged(values),
  welcome: texts.welcome({ ...values, passwordUrl: undefined }),
  welcomeWithPassword: texts.welcome({ ...values, passwordUrl: values.url }),
  passwordReset: texts.passwordReset(values),
  passwordChanged: texts.passwordChanged(values),
  ...Object.fromEntries(CHANGES.map((change) => [change, texts.securityChange(change, values)])),
  signIn: texts.signIn({ ...values, hasPassword: true }),
  signInWithoutPassword: texts.signIn({ ...values, hasPassword: false }),
  deactivated: texts.deactivated(values),
  exportReady: texts.exportReady(values),
  backupOverdue: texts.backupOverdue({ ...values, date: '2026-11-28' }),
  backupMissing: texts.backupOverdue({ ...values, date: undefined }),
  ownExportReady: texts.ownExportReady(values),
  test: texts.test(values),
});

/** The other texts of mails. */
export const listTexts = (texts: MailTexts): Record<string, string> => ({
  welcomeMessage: texts.welcomeMessage(VALUES),
  unsubscribeSignIn: texts.unsubscribeSignIn(),
  ...Object.fromEntries(
    (['everyone', 'role', 'group', 'channel'] as const).map((audience) => [
      audience,
      texts.announcementReason({ sender: 'Ada', organization: 'The Kitchen' }, audience, ''),
    ]),
  ),
  group: texts.announcementReason({ sender: 'Ada', organization: 'The Kitchen' }, 'group', 'Cooks'),
  direct: texts.missed.direct('Ada'),
  groupMessages: texts.missed.group('Ada'),
  generalChat: texts.missed.topic('kitchen', ''),
  more: texts.missed.more('Ada', 17),
  hidden: texts.missed.hidden('The Kitchen'),
  names: texts.missed.names(['Ada', 'Mia', 'Max', 'Abe', 'Gus']),
  hiddenText: texts.missed.hiddenText(17, 'The Kitchen'),
  open: texts.missed.open(),
  openAll: texts.missed.openAll(),
  reply: texts.missed.reply(),
  why: texts.missed.why(['mentioned', 'channel']),
  unsubscribe: texts.missed.unsubscribe(),
  dropped: texts.missed.dropped(17),
  digest: texts.digest.subject('The Kitchen'),
  intro: texts.digest.intro(17),
  conversation: texts.digest.conversation(17, 'Ada'),
  whyDigest: texts.digest.why(),
  unsubscribeDigest: texts.digest.unsubscribe(),
});
