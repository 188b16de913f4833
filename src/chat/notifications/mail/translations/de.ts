import type { Addressed, MailText, Words } from './en.ts';

// The texts of mails in German.

const account = ({ organization }: { organization: string }): string =>
  `Du bekommst diese E-Mail, weil du ein Konto bei ${organization} hast.`;
const ask = 'Wenn du das nicht angefordert hast, kannst du diese E-Mail ignorieren.';
const list = (names: readonly string[]): string => new Intl.ListFormat('de').format(names);

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [
    `Hallo ${name},`,
    what,
    'Wenn du das nicht warst, wende dich sofort an einen Administrator deiner Organisation.',
  ],
  why: account({ organization }),
});

export const de: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} hat dich zu ${organization} eingeladen`,
    blocks: [
      'Hallo,',
      `${inviter} hat dich eingeladen, dem Team-Chat von ${organization} beizutreten.`,
      ...(account === undefined ? [] : [`Du bekommst das Konto von ${account} mit deinen früheren Nachrichten.`]),
      { label: 'Einladung annehmen', url },
      'Wenn du nicht beitreten möchtest, kannst du diese E-Mail ignorieren.',
    ],
    why: `Du bekommst diese E-Mail, weil ${inviter} deine Adresse angegeben hat. Ohne eine neue Einladung bekommst du keine weiteren E-Mails.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Bestätige deine E-Mail-Adresse für ${organization}`,
    blocks: [
      'Hallo,',
      `bestätige deine E-Mail-Adresse, um ${organization} mit dieser Adresse beizutreten.`,
      { label: 'E-Mail-Adresse bestätigen', url },
      ask,
    ],
    why: `Du bekommst diese E-Mail, weil deine Adresse angegeben wurde, um ${organization} beizutreten.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Bestätige deine neue E-Mail-Adresse für ${organization}`,
    blocks: [
      `Hallo ${name},`,
      `um ${email} für dein Konto bei ${organization} zu verwenden, öffne diesen Link innerhalb von 24 Stunden:`,
      { label: 'Neue Adresse bestätigen', url },
      ask,
    ],
    why: `Du bekommst diese E-Mail, weil diese Adresse für ein Konto bei ${organization} angegeben wurde.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Deine E-Mail-Adresse für ${organization} wurde geändert`,
    blocks: [
      `Hallo ${name},`,
      `die E-Mail-Adresse deines Kontos bei ${organization} wurde in ${email} geändert. An die alte Adresse werden keine E-Mails mehr gesendet.`,
      'Wenn du sie nicht geändert hast, wende dich sofort an einen Administrator deiner Organisation.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `Willkommen bei ${organization}`,
    blocks: [
      `Hallo ${name},`,
      `du hast jetzt ein Konto bei ${organization}. Melde dich mit ${email} an.`,
      passwordUrl === undefined ? { label: 'Klatch öffnen', url } : { label: 'Passwort wählen', url: passwordUrl },
      `Du kannst auch Zulips Apps für Telefone und Rechner verwenden. Gib dort die Adresse ${url} ein.`,
      'In deinen Einstellungen wählst du, welche E-Mails du bekommst.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Dein Passwort für ${organization} zurücksetzen`,
    blocks: [
      `Hallo ${name},`,
      `mit diesem Link wählst du ein neues Passwort für dein Konto bei ${organization}. Er ist 24 Stunden gültig und funktioniert einmal.`,
      { label: 'Neues Passwort wählen', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Dein Passwort für ${organization} wurde geändert`,
    blocks: [
      `Hallo ${name},`,
      `das Passwort deines Kontos bei ${organization} wurde geändert. Alle deine Geräte müssen sich neu anmelden.`,
      'Wenn du es nicht geändert hast, wende dich sofort an einen Administrator deiner Organisation.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `Dein Passwort für ${to.organization} wurde geändert`,
        `das Passwort deines Kontos bei ${to.organization} wurde geändert. Alle deine anderen Geräte müssen sich neu anmelden.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `Authentifizierungs-App bei ${to.organization} hinzugefügt`,
        `deinem Konto bei ${to.organization} wurde eine Authentifizierungs-App hinzugefügt. Ab jetzt brauchst du zum Anmelden einen ihrer Codes.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `Authentifizierungs-App bei ${to.organization} entfernt`,
        `die Authentifizierungs-App deines Kontos bei ${to.organization} wurde entfernt. Zum Anmelden braucht es ihre Codes nicht mehr.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `Passkey bei ${to.organization} hinzugefügt`,
        `deinem Konto bei ${to.organization} wurde der Passkey „${to.detail}“ hinzugefügt. Man kann sich mit ihm anmelden.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `Passkey bei ${to.organization} entfernt`,
        `der Passkey „${to.detail}“ deines Kontos bei ${to.organization} wurde entfernt. Man kann sich mit ihm nicht mehr anmelden.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `Neue Wiederherstellungscodes bei ${to.organization}`,
        `dein Konto bei ${to.organization} hat neue Wiederherstellungscodes bekommen. Die alten gelten nicht mehr.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `Zweite Faktoren bei ${to.organization} entfernt`,
        `der Betreiber des Servers hat die Authentifizierungs-App, die Passkeys und die Wiederherstellungscodes deines Kontos bei ${to.organization} entfernt. Füge nach der nächsten Anmeldung neue hinzu.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.detail} mit ${to.organization} verknüpft`,
        `dein Konto bei ${to.organization} wurde mit deinem Konto bei ${to.detail} verknüpft. Ab jetzt kannst du dich damit anmelden.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `${to.detail} von ${to.organization} getrennt`,
        `dein Konto bei ${to.organization} ist nicht mehr mit deinem Konto bei ${to.detail} verknüpft.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `Verknüpfungen bei ${to.organization} entfernt`,
        `dein Konto bei ${to.organization} ist mit keinem Identitätsanbieter mehr verknüpft. Die nächste Anmeldung mit einem von ihnen verknüpft es wieder.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url, hasPassword }) => ({
    subject: `Neue Anmeldung von ${device}`,
    blocks: [
      `Hallo ${name},`,
      `es gab eine neue Anmeldung an deinem Konto bei ${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      ...(hasPassword
        ? [
            'Wenn du das warst, musst du nichts tun. Wenn nicht, ändere jetzt dein Passwort, um alle Geräte abzumelden:',
            { label: 'Neues Passwort wählen', url },
          ]
        : [
            'Wenn du das warst, musst du nichts tun. Wenn nicht, melde dich jetzt in deinen Einstellungen überall sonst ab, und wende dich an einen Administrator deiner Organisation:',
            { label: 'Einstellungen öffnen', url },
          ]),
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Dein Konto bei ${organization} wurde deaktiviert`,
    blocks: [
      `Hallo ${name},`,
      `dein Konto bei ${organization} wurde deaktiviert. Du kannst dich nicht mehr anmelden.`,
      ...(comment === '' ? [] : [`${by} schreibt:`, { quote: comment }]),
    ],
    why: `Du bekommst diese E-Mail, weil du ein Konto bei ${organization} hattest.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `Der Export von ${organization} ist fertig`,
    blocks: [
      `Hallo ${name},`,
      `der angeforderte Datenexport von ${organization} ist fertig. Du kannst ihn in den Einstellungen herunterladen.`,
      { label: 'Einstellungen öffnen', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `Der Export deiner Daten bei ${organization} ist fertig`,
    blocks: [
      `Hallo ${name},`,
      'der Export deiner Daten ist fertig. Du kannst ihn sieben Tage lang in deinen Einstellungen herunterladen.',
      { label: 'Einstellungen öffnen', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `Test-E-Mail von ${organization}`,
    blocks: [
      'Hallo,',
      `dies ist eine Test-E-Mail. E-Mails von ${organization} kommen bei dir an.`,
      { label: 'Klatch öffnen', url },
    ],
    why: 'Du bekommst diese E-Mail, weil der Serveradministrator einen Test an deine Adresse gesendet hat.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${sender} aus der Administration von ${organization} hat diese E-Mail an ${audience} gesendet. Du bekommst sie, weil du ein Konto bei ${organization} hast.`,
    audience: {
      everyone: () => 'alle Mitglieder',
      role: () => 'alle Mitglieder mit deiner Rolle',
      group: (name) => (name === '' ? 'eine Gruppe von Mitgliedern' : `die Gruppe ${name}`),
      channel: (name) => `alle, die #${name} abonniert haben,`,
    },
  },

  missed: {
    direct: (senders) => `Direktnachrichten von ${senders}`,
    group: (people) => `Direktnachrichten mit ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) =>
      `${first} und ${others} ${others === 1 ? 'weitere Unterhaltung' : 'weitere Unterhaltungen'}`,
    hidden: (organization) => `Neue Nachrichten bei ${organization}`,
    and: (names) =>
      names.length > 3 ? `${names.slice(0, 2).join(', ')} und ${names.length - 2} weitere` : list(names),
    hiddenText: (count, organization) =>
      `Du hast ${count === 1 ? '1 neue Nachricht' : `${count} neue Nachrichten`} bei ${organization}. Diese E-Mail enthält wegen deiner Einstellungen oder der deiner Organisation keinen Nachrichtentext.`,
    open: 'Unterhaltung öffnen',
    openAll: 'Klatch öffnen',
    reply: 'Antworte im Chat. Antworten auf diese E-Mail werden nicht gelesen.',
    because: {
      direct_message: 'du eine Direktnachricht bekommen hast',
      mentioned: 'du erwähnt wurdest',
      topic_wildcard_mentioned: 'alle im Thema erwähnt wurden',
      stream_wildcard_mentioned: 'alle im Kanal erwähnt wurden',
      followed_topic: 'du diesem Thema folgst',
      channel: 'du E-Mail-Benachrichtigungen für diesen Kanal eingeschaltet hast',
    },
    why: (causes) => `Du bekommst diese E-Mail, weil ${list(causes)}, während du abwesend warst.`,
    unsubscribe: 'E-Mails über verpasste Nachrichten abbestellen',
    dropped: (count) =>
      `${count} frühere ${count === 1 ? 'Nachricht wird' : 'Nachrichten werden'} hier nicht angezeigt.`,
    generalChat: 'allgemeine Unterhaltung',
  },
  digest: {
    subject: (organization) => `Was bei ${organization} passiert ist`,
    intro: (count) =>
      `Seit deinem letzten Besuch hast du ${count === 1 ? 'eine Nachricht' : `${count} Nachrichten`} bekommen.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'Nachricht' : 'Nachrichten'} von ${people}`,
    why: 'Du bekommst diese E-Mail, weil du eine Woche lang nicht da warst.',
    unsubscribe: 'Zusammenfassungen abbestellen',
  },
  welcomeMessage: ({ name, organization }) => [
    `Hallo **${name}**, willkommen bei ${organization}!`,
    '',
    '* Unterhaltungen finden in **Kanälen** statt. Jede Unterhaltung in einem Kanal hat ein **Thema**. Sieh dich in den Kanälen um.',
    '* Mit **Direktnachrichten** sprichst du privat mit einer oder mehreren Personen.',
    '* Probiere hier alles aus: Nur du kannst diese Unterhaltung lesen. Sende **fetten** Text, `Code` oder :wave:.',
  ],
  unsubscribeSignIn: 'E-Mails über Anmeldungen abbestellen',
};
