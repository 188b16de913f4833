import type { Words } from './en.ts';

// The texts of mails in German.

const account = ({ organization }: { organization: string }): string =>
  `Sie bekommen diese Mail, weil Sie ein Konto bei ${organization} haben.`;
const ask = 'Wenn Sie das nicht wollten, brauchen Sie nichts zu tun.';
const list = (names: readonly string[]): string => new Intl.ListFormat('de').format(names);

export const de: Words = {
  invitation: ({ inviter, organization, url }) => ({
    subject: `${inviter} hat Sie zu ${organization} eingeladen`,
    blocks: [
      'Guten Tag,',
      `${inviter} möchte, dass Sie zu ${organization} kommen, wo man auf Klatch miteinander spricht.`,
      { label: 'Beitreten', url },
      'Wenn Sie nicht beitreten wollen, brauchen Sie nichts zu tun.',
    ],
    why: `Sie bekommen diese Mail, weil ${inviter} Ihre Adresse angegeben hat. Ohne eine neue Einladung schreibt Ihnen niemand wieder.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Bestätigen Sie Ihre E-Mail-Adresse für ${organization}`,
    blocks: [
      'Guten Tag,',
      `jemand, hoffentlich Sie, möchte ${organization} mit dieser Adresse beitreten.`,
      { label: 'Bestätigen und weiter', url },
      ask,
    ],
    why: `Sie bekommen diese Mail, weil Ihre Adresse angegeben wurde, um ${organization} beizutreten.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Ihre neue E-Mail-Adresse für ${organization}`,
    blocks: [
      `Guten Tag ${name},`,
      `damit Ihr Konto bei ${organization} die Adresse ${email} bekommt, öffnen Sie binnen eines Tages diesen Link:`,
      { label: 'Diese Adresse verwenden', url },
      ask,
    ],
    why: `Sie bekommen diese Mail, weil diese Adresse für ein Konto bei ${organization} angegeben wurde.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Ihre E-Mail-Adresse für ${organization} wurde geändert`,
    blocks: [
      `Guten Tag ${name},`,
      `die E-Mail-Adresse Ihres Kontos bei ${organization} ist jetzt ${email}. Hierher kommt keine Mail mehr.`,
      'Wenn nicht Sie sie geändert haben, wenden Sie sich sofort an die Verwaltung Ihrer Organisation.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url }) => ({
    subject: `Willkommen bei ${organization}`,
    blocks: [
      `Guten Tag ${name},`,
      `Sie haben nun ein Konto bei ${organization} und melden sich dort als ${email} an.`,
      { label: 'Klatch öffnen', url },
      `Auch Zulips Apps für Telefone und Rechner gehen dort: Geben Sie ihnen die Adresse ${url}.`,
      'Worüber Sie Mails bekommen, wählen Sie dort in Ihren Einstellungen.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Ein neues Passwort für ${organization}`,
    blocks: [
      `Guten Tag ${name},`,
      `mit diesem Link wählen Sie ein neues Passwort für Ihr Konto bei ${organization}. Er gilt einen Tag lang und einmal.`,
      { label: 'Passwort wählen', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Ihr Passwort für ${organization} wurde geändert`,
    blocks: [
      `Guten Tag ${name},`,
      `Ihr Konto bei ${organization} hat ein neues Passwort. Alle Ihre Geräte müssen sich neu anmelden.`,
      'Wenn Sie das nicht waren, wenden Sie sich sofort an die Verwaltung Ihrer Organisation.',
    ],
    why: account({ organization }),
  }),
  signIn: ({ name, organization, device, ip, time, url }) => ({
    subject: `Neue Anmeldung von ${device}`,
    blocks: [
      `Guten Tag ${name},`,
      `eben hat sich jemand bei Ihrem Konto bei ${organization} angemeldet.`,
      { quote: `${device}\n${ip}\n${time}` },
      'Wenn Sie das waren, ist alles gut. Wenn nicht, wählen Sie gleich ein anderes Passwort, das meldet alle anderen ab:',
      { label: 'Passwort wählen', url },
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Ihr Konto bei ${organization} wurde stillgelegt`,
    blocks: [
      `Guten Tag ${name},`,
      `Ihr Konto bei ${organization} wurde stillgelegt, und Sie können sich nicht mehr anmelden.`,
      ...(comment === '' ? [] : [`${by} schreibt dazu:`, { quote: comment }]),
    ],
    why: `Sie bekommen diese Mail, weil Sie ein Konto bei ${organization} hatten.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `Der Export von ${organization} ist fertig`,
    blocks: [
      `Guten Tag ${name},`,
      `der Export der Daten von ${organization}, um den Sie gebeten haben, liegt in den Einstellungen bereit.`,
      { label: 'Einstellungen öffnen', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `${organization} kann Mail verschicken`,
    blocks: [
      'Guten Tag,',
      `mit dieser Mail wird versucht, ob Mail von ${organization} ankommt. Sie tut es.`,
      { label: 'Öffnen', url },
    ],
    why: 'Sie bekommen diese Mail, weil Ihre Adresse auf dem Server angegeben wurde.',
  }),

  missed: {
    direct: (senders) => `Direktnachrichten von ${senders}`,
    group: (people) => `Direktnachrichten mit ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first} und ${others} ${others === 1 ? 'weiteres Gespräch' : 'weitere Gespräche'}`,
    hidden: (organization) => `Neue Nachrichten bei ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} und ${names.length - 2} andere` : list(names)),
    hiddenText: (count, organization) =>
      `Bei ${organization} ${count === 1 ? 'ist 1 neue Nachricht' : `sind ${count} neue Nachrichten`} für Sie. Was darin steht, steht nicht in dieser Mail: so wollen es Ihre Einstellungen oder die Ihrer Organisation.`,
    open: 'Gespräch öffnen',
    openAll: 'Klatch öffnen',
    reply: 'Antworten Sie dort: Antworten auf diese Mail liest niemand.',
    because: {
      direct_message: 'sie unmittelbar an Sie ging',
      mentioned: 'Sie erwähnt wurden',
      topic_wildcard_mentioned: 'alle im Thema erwähnt wurden',
      stream_wildcard_mentioned: 'alle im Kanal erwähnt wurden',
      followed_topic: 'Sie dem Thema folgen',
      channel: 'Sie Mail über diesen Kanal bekommen',
    },
    why: (causes) => `Sie bekommen diese Mail, weil ${list(causes)}, und Sie nicht da waren.`,
    unsubscribe: 'Keine Mails mehr über verpasste Nachrichten',
    dropped: (count) => `${count} frühere ${count === 1 ? 'Nachricht fehlt' : 'Nachrichten fehlen'} hier.`,
    generalChat: 'allgemeines Gespräch',
  },
  digest: {
    subject: (organization) => `Was bei ${organization} geschah`,
    intro: (count) =>
      `Seit Sie zuletzt hier waren, ${count === 1 ? 'ist eine Nachricht' : `sind ${count} Nachrichten`} gekommen.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'Nachricht' : 'Nachrichten'} von ${people}`,
    why: 'Sie bekommen diese Mail, weil Sie eine Woche lang nicht da waren.',
    unsubscribe: 'Keine Übersichten mehr',
  },
  unsubscribeSignIn: 'Keine Mails mehr über Anmeldungen',
};
