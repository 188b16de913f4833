import type { Addressed, MailText, Words } from './en.ts';

// The texts of mails in Dutch.

const account = ({ organization }: { organization: string }): string =>
  `Je krijgt deze e-mail omdat je een account hebt bij ${organization}.`;
const ask = 'Heb je hier niet om gevraagd? Dan kun je deze e-mail negeren.';
const list = (names: readonly string[]): string => new Intl.ListFormat('nl').format(names);

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [
    `Hallo ${name},`,
    what,
    'Was jij dit niet? Neem dan meteen contact op met een beheerder van je organisatie.',
  ],
  why: account({ organization }),
});

export const nl: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} nodigt je uit voor ${organization}`,
    blocks: [
      'Hallo,',
      `${inviter} nodigt je uit om mee te doen in de teamchat van ${organization}.`,
      ...(account === undefined ? [] : [`Je krijgt het account van ${account} met je eerdere berichten.`]),
      { label: 'Uitnodiging aannemen', url },
      'Wil je geen lid worden? Dan kun je deze e-mail negeren.',
    ],
    why: `Je krijgt deze e-mail omdat ${inviter} je adres heeft ingevoerd. Je krijgt geen e-mails meer, tenzij je opnieuw wordt uitgenodigd.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Bevestig je e-mailadres voor ${organization}`,
    blocks: [
      'Hallo,',
      `Bevestig je e-mailadres om met dit adres lid te worden van ${organization}.`,
      { label: 'E-mailadres bevestigen', url },
      ask,
    ],
    why: `Je krijgt deze e-mail omdat iemand je adres heeft ingevoerd om lid te worden van ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Bevestig je nieuwe e-mailadres voor ${organization}`,
    blocks: [
      `Hallo ${name},`,
      `Open deze link binnen 24 uur om ${email} voor je account bij ${organization} te gebruiken:`,
      { label: 'Nieuw adres bevestigen', url },
      ask,
    ],
    why: `Je krijgt deze e-mail omdat iemand dit adres heeft ingevoerd voor een account bij ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Je e-mailadres voor ${organization} is gewijzigd`,
    blocks: [
      `Hallo ${name},`,
      `Het e-mailadres van je account bij ${organization} is gewijzigd in ${email}. Naar je oude adres worden geen e-mails meer gestuurd.`,
      'Heb jij het niet gewijzigd? Neem dan meteen contact op met een beheerder van je organisatie.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `Welkom bij ${organization}`,
    blocks: [
      `Hallo ${name},`,
      `Je hebt nu een account bij ${organization}. Log in met ${email}.`,
      passwordUrl === undefined ? { label: 'Klatch openen', url } : { label: 'Wachtwoord kiezen', url: passwordUrl },
      `Je kunt ook de apps van Zulip voor telefoons en computers gebruiken. Voer daar het adres ${url} in.`,
      'In je instellingen kun je kiezen welke e-mails je krijgt.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Stel je wachtwoord voor ${organization} opnieuw in`,
    blocks: [
      `Hallo ${name},`,
      `Gebruik deze link om een nieuw wachtwoord te kiezen voor je account bij ${organization}. De link is 24 uur geldig en werkt één keer.`,
      { label: 'Nieuw wachtwoord kiezen', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Je wachtwoord voor ${organization} is gewijzigd`,
    blocks: [
      `Hallo ${name},`,
      `Het wachtwoord van je account bij ${organization} is gewijzigd. Al je apparaten moeten opnieuw inloggen.`,
      'Heb jij het niet gewijzigd? Neem dan meteen contact op met een beheerder van je organisatie.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `Je wachtwoord voor ${to.organization} is gewijzigd`,
        `Het wachtwoord van je account bij ${to.organization} is gewijzigd. Al je andere apparaten moeten opnieuw inloggen.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `Authenticator-app toegevoegd bij ${to.organization}`,
        `Er is een authenticator-app toegevoegd aan je account bij ${to.organization}. Vanaf nu heb je een van de codes nodig om in te loggen.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `Authenticator-app verwijderd bij ${to.organization}`,
        `De authenticator-app van je account bij ${to.organization} is verwijderd. De codes zijn niet meer nodig om in te loggen.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `Passkey toegevoegd bij ${to.organization}`,
        `De passkey “${to.detail}” is toegevoegd aan je account bij ${to.organization}. Hij kan worden gebruikt om in te loggen.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `Passkey verwijderd bij ${to.organization}`,
        `De passkey “${to.detail}” van je account bij ${to.organization} is verwijderd. Hij kan niet meer worden gebruikt om in te loggen.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `Nieuwe herstelcodes bij ${to.organization}`,
        `Je account bij ${to.organization} heeft nieuwe herstelcodes. De oude werken niet meer.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `Tweede factoren verwijderd bij ${to.organization}`,
        `De serverbeheerder heeft de authenticator-app, de passkeys en de herstelcodes van je account bij ${to.organization} verwijderd. Voeg nieuwe toe als je weer bent ingelogd.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.detail} gekoppeld bij ${to.organization}`,
        `Je account bij ${to.organization} is gekoppeld aan je account bij ${to.detail}. Vanaf nu kun je daarmee inloggen.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `${to.detail} ontkoppeld bij ${to.organization}`,
        `Je account bij ${to.organization} is niet meer gekoppeld aan je account bij ${to.detail}.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `Identiteitsproviders ontkoppeld bij ${to.organization}`,
        `Je account bij ${to.organization} is van alle identiteitsproviders ontkoppeld. De volgende keer dat je met een daarvan inlogt, wordt het weer gekoppeld.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url }) => ({
    subject: `Nieuwe aanmelding via ${device}`,
    blocks: [
      `Hallo ${name},`,
      `Er is opnieuw ingelogd op je account bij ${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      'Was jij dit? Dan hoef je niets te doen. Zo niet, wijzig dan nu je wachtwoord om op alle apparaten uit te loggen:',
      { label: 'Nieuw wachtwoord kiezen', url },
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Je account bij ${organization} is gedeactiveerd`,
    blocks: [
      `Hallo ${name},`,
      `Je account bij ${organization} is gedeactiveerd. Je kunt niet meer inloggen.`,
      ...(comment === '' ? [] : [`${by} schreef:`, { quote: comment }]),
    ],
    why: `Je krijgt deze e-mail omdat je een account had bij ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `De export van ${organization} is klaar`,
    blocks: [
      `Hallo ${name},`,
      `De export van de gegevens van ${organization} waar je om vroeg, is klaar. Je kunt hem downloaden in de instellingen.`,
      { label: 'Instellingen openen', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `De export van je gegevens bij ${organization} is klaar`,
    blocks: [
      `Hallo ${name},`,
      'De export van je gegevens is klaar. Je kunt hem zeven dagen lang downloaden in je instellingen.',
      { label: 'Instellingen openen', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `Test-e-mail van ${organization}`,
    blocks: [
      'Hallo,',
      `Dit is een test-e-mail. E-mails van ${organization} komen bij je aan.`,
      { label: 'Klatch openen', url },
    ],
    why: 'Je krijgt deze e-mail omdat de serverbeheerder een test naar je adres heeft gestuurd.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${sender}, van het beheer van ${organization}, heeft deze e-mail gestuurd aan ${audience}. Je krijgt hem omdat je een account hebt bij ${organization}.`,
    audience: {
      everyone: () => 'alle leden',
      role: () => 'alle leden met jouw rol',
      group: (name) => (name === '' ? 'een groep leden' : `de groep ${name}`),
      channel: (name) => `de abonnees van #${name}`,
    },
  },

  missed: {
    direct: (senders) => `Directe berichten van ${senders}`,
    group: (people) => `Directe groepsberichten met ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first} en nog ${others} ${others === 1 ? 'gesprek' : 'gesprekken'}`,
    hidden: (organization) => `Nieuwe berichten bij ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} en ${names.length - 2} anderen` : list(names)),
    hiddenText: (count, organization) =>
      `Je hebt ${count === 1 ? 'één nieuw bericht' : `${count} nieuwe berichten`} bij ${organization}. Vanwege je instellingen of die van je organisatie bevat deze e-mail geen berichttekst.`,
    open: 'Gesprek openen',
    openAll: 'Klatch openen',
    reply: 'Antwoord in de chat. Antwoorden op deze e-mail worden niet gelezen.',
    because: {
      direct_message: 'je een direct bericht kreeg',
      mentioned: 'je werd vermeld',
      topic_wildcard_mentioned: 'iedereen in het onderwerp werd vermeld',
      stream_wildcard_mentioned: 'iedereen in het kanaal werd vermeld',
      followed_topic: 'je dit onderwerp volgt',
      channel: 'je e-mailmeldingen voor dit kanaal hebt ingeschakeld',
    },
    why: (causes) => `Je krijgt deze e-mail omdat ${list(causes)} terwijl je weg was.`,
    unsubscribe: 'Afmelden voor e-mails over gemiste berichten',
    dropped: (count) =>
      `${count} ${count === 1 ? 'eerder bericht wordt' : 'eerdere berichten worden'} hier niet getoond.`,
    generalChat: 'algemene chat',
  },
  digest: {
    subject: (organization) => `Wat er gebeurde bij ${organization}`,
    intro: (count) => `Je kreeg ${count === 1 ? 'één bericht' : `${count} berichten`} sinds je laatste bezoek.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'bericht' : 'berichten'} van ${people}`,
    why: 'Je krijgt deze e-mail omdat je een week niet bent geweest.',
    unsubscribe: 'Afmelden voor samenvattingen',
  },
  welcomeMessage: ({ name, organization }) => [
    `Hallo **${name}**, welkom bij ${organization}!`,
    '',
    '* Gesprekken vinden plaats in **kanalen**. Elk gesprek in een kanaal heeft een **onderwerp**. Blader door de kanalen om te zien wat er speelt.',
    '* Stuur **directe berichten** om privé met een of meer mensen te praten.',
    '* Probeer hier van alles uit: alleen jij kunt dit gesprek lezen. Stuur **vette** tekst, `code` of :wave:.',
  ],
  unsubscribeSignIn: 'Afmelden voor e-mails over aanmeldingen',
};
