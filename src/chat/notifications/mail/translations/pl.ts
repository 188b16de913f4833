import type { Addressed, MailText, Words } from './en.ts';
import { pluralsIn } from './plurals.ts';

// The texts of mails in Polish.

const account = ({ organization }: { organization: string }): string =>
  `Otrzymujesz ten e-mail, ponieważ masz konto w ${organization}.`;
const ask = 'Jeśli to nie była Twoja prośba, możesz zignorować ten e-mail.';
const list = (names: readonly string[]): string => new Intl.ListFormat('pl').format(names);
const plural = pluralsIn('pl');

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [`Cześć, ${name}!`, what, 'Jeśli to nie Ty, natychmiast skontaktuj się z administratorem organizacji.'],
  why: account({ organization }),
});

export const pl: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} zaprasza Cię do ${organization}`,
    blocks: [
      'Cześć!',
      `${inviter} zaprasza Cię do czatu zespołu ${organization}.`,
      ...(account === undefined ? [] : [`Otrzymasz konto ${account} ze swoimi wcześniejszymi wiadomościami.`]),
      { label: 'Przyjmij zaproszenie', url },
      'Jeśli nie chcesz dołączyć, możesz zignorować ten e-mail.',
    ],
    why: `Otrzymujesz ten e-mail, ponieważ Twój adres podaje ${inviter}. Kolejnych e-maili nie będzie, chyba że przyjdzie nowe zaproszenie.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Potwierdź swój adres e-mail dla ${organization}`,
    blocks: [
      'Cześć!',
      `Aby dołączyć do ${organization} z tym adresem, potwierdź swój adres e-mail.`,
      { label: 'Potwierdź adres e-mail', url },
      ask,
    ],
    why: `Otrzymujesz ten e-mail, ponieważ ktoś podał Twój adres, aby dołączyć do ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Potwierdź nowy adres e-mail dla ${organization}`,
    blocks: [
      `Cześć, ${name}!`,
      `Aby używać ${email} na swoim koncie w ${organization}, otwórz ten link w ciągu 24 godzin:`,
      { label: 'Potwierdź nowy adres', url },
      ask,
    ],
    why: `Otrzymujesz ten e-mail, ponieważ ktoś podał ten adres dla konta w ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Zmieniono Twój adres e-mail dla ${organization}`,
    blocks: [
      `Cześć, ${name}!`,
      `Adres e-mail Twojego konta w ${organization} zmieniono na ${email}. Na stary adres e-maile nie są już wysyłane.`,
      'Jeśli to nie Twoja zmiana, natychmiast skontaktuj się z administratorem organizacji.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `Witamy w ${organization}`,
    blocks: [
      `Cześć, ${name}!`,
      `Masz już konto w ${organization}. Loguj się adresem ${email}.`,
      passwordUrl === undefined ? { label: 'Otwórz Klatch', url } : { label: 'Wybierz hasło', url: passwordUrl },
      `Możesz też używać aplikacji Zulip na telefony i komputery. Wpisz w nich adres ${url}.`,
      'W ustawieniach możesz wybrać, jakie e-maile otrzymujesz.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Zresetuj hasło do ${organization}`,
    blocks: [
      `Cześć, ${name}!`,
      `Ten link pozwala wybrać nowe hasło do Twojego konta w ${organization}. Jest ważny przez 24 godziny i działa jeden raz.`,
      { label: 'Wybierz nowe hasło', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `Zmieniono Twoje hasło do ${organization}`,
    blocks: [
      `Cześć, ${name}!`,
      `Zmieniono hasło Twojego konta w ${organization}. Na wszystkich urządzeniach trzeba zalogować się ponownie.`,
      'Jeśli to nie Twoja zmiana, natychmiast skontaktuj się z administratorem organizacji.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `Zmieniono Twoje hasło do ${to.organization}`,
        `Zmieniono hasło Twojego konta w ${to.organization}. Na wszystkich innych urządzeniach trzeba zalogować się ponownie.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `Dodano aplikację uwierzytelniającą w ${to.organization}`,
        `Do Twojego konta w ${to.organization} dodano aplikację uwierzytelniającą. Od teraz do logowania potrzebny jest jej kod.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `Usunięto aplikację uwierzytelniającą w ${to.organization}`,
        `Usunięto aplikację uwierzytelniającą Twojego konta w ${to.organization}. Jej kody nie są już potrzebne do logowania.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `Dodano klucz dostępu w ${to.organization}`,
        `Do Twojego konta w ${to.organization} dodano klucz dostępu „${to.detail}”. Można się nim logować.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `Usunięto klucz dostępu w ${to.organization}`,
        `Usunięto klucz dostępu „${to.detail}” Twojego konta w ${to.organization}. Nie można się nim już logować.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `Nowe kody odzyskiwania w ${to.organization}`,
        `Twoje konto w ${to.organization} ma nowe kody odzyskiwania. Stare już nie działają.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `Usunięto drugi krok w ${to.organization}`,
        `Administrator serwera usunął aplikację uwierzytelniającą, klucze dostępu i kody odzyskiwania Twojego konta w ${to.organization}. Dodaj nowe po następnym logowaniu.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `Połączono ${to.detail} w ${to.organization}`,
        `Twoje konto w ${to.organization} połączono z Twoim kontem w ${to.detail}. Od teraz możesz się nim logować.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `Odłączono ${to.detail} w ${to.organization}`,
        `Twoje konto w ${to.organization} odłączono od Twojego konta w ${to.detail}.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `Odłączono dostawców tożsamości w ${to.organization}`,
        `Twoje konto w ${to.organization} odłączono od wszystkich dostawców tożsamości. Następne logowanie przez któregoś z nich połączy je ponownie.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url, hasPassword }) => ({
    subject: `Nowe logowanie: ${device}`,
    blocks: [
      `Cześć, ${name}!`,
      `Nastąpiło nowe logowanie na Twoje konto w ${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      ...(hasPassword
        ? [
            'Jeśli to Ty, nie musisz nic robić. Jeśli nie, zmień teraz hasło, aby wylogować wszystkie urządzenia:',
            { label: 'Wybierz nowe hasło', url },
          ]
        : [
            'Jeśli to Ty, nie musisz nic robić. Jeśli nie, wyloguj się teraz w ustawieniach wszędzie indziej i skontaktuj się z administratorem organizacji:',
            { label: 'Otwórz ustawienia', url },
          ]),
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Twoje konto w ${organization} zostało dezaktywowane`,
    blocks: [
      `Cześć, ${name}!`,
      `Twoje konto w ${organization} zostało dezaktywowane. Nie można się już zalogować.`,
      ...(comment === '' ? [] : [`${by} pisze:`, { quote: comment }]),
    ],
    why: `Otrzymujesz ten e-mail, ponieważ Twoje konto było w ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `Eksport ${organization} jest gotowy`,
    blocks: [
      `Cześć, ${name}!`,
      `Zamówiony eksport danych ${organization} jest gotowy. Możesz go pobrać w ustawieniach.`,
      { label: 'Otwórz ustawienia', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `Eksport Twoich danych w ${organization} jest gotowy`,
    blocks: [
      `Cześć, ${name}!`,
      'Eksport Twoich danych jest gotowy. Możesz go pobrać w ustawieniach przez siedem dni.',
      { label: 'Otwórz ustawienia', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `E-mail próbny od ${organization}`,
    blocks: [
      'Cześć!',
      `To jest e-mail próbny. E-maile od ${organization} docierają do Ciebie.`,
      { label: 'Otwórz Klatch', url },
    ],
    why: 'Otrzymujesz ten e-mail, ponieważ administrator serwera wysłał próbę na Twój adres.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `Ten e-mail wysyła ${sender} z administracji ${organization}. Odbiorcy: ${audience}. Otrzymujesz go, ponieważ masz konto w ${organization}.`,
    audience: {
      everyone: () => 'wszyscy członkowie',
      role: () => 'wszyscy członkowie z Twoją rolą',
      group: (name) => (name === '' ? 'grupa członków' : `grupa ${name}`),
      channel: (name) => `subskrybenci #${name}`,
    },
  },

  missed: {
    direct: (senders) => `Wiadomości bezpośrednie od ${senders}`,
    group: (people) => `Grupowe wiadomości bezpośrednie z ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) =>
      plural(others, {
        one: `${first} i jeszcze {n} rozmowa`,
        few: `${first} i jeszcze {n} rozmowy`,
        many: `${first} i jeszcze {n} rozmów`,
        other: `${first} i jeszcze {n} rozmowy`,
      }),
    hidden: (organization) => `Nowe wiadomości w ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} i jeszcze ${names.length - 2}` : list(names)),
    hiddenText: (count, organization) => {
      const what = plural(count, {
        one: '{n} nową wiadomość',
        few: '{n} nowe wiadomości',
        many: '{n} nowych wiadomości',
        other: '{n} nowej wiadomości',
      });
      return `Masz ${what} w ${organization}. E-mail nie zawiera treści wiadomości zgodnie z Twoimi ustawieniami lub ustawieniami organizacji.`;
    },
    open: 'Otwórz rozmowę',
    openAll: 'Otwórz Klatch',
    reply: 'Odpowiadaj w czacie. Odpowiedzi na ten e-mail nie są czytane.',
    because: {
      direct_message: 'przyszła do Ciebie wiadomość bezpośrednia',
      mentioned: 'wspomniano o Tobie',
      topic_wildcard_mentioned: 'wspomniano o wszystkich w wątku',
      stream_wildcard_mentioned: 'wspomniano o wszystkich w kanale',
      followed_topic: 'śledzisz ten wątek',
      channel: 'masz włączone powiadomienia e-mail dla tego kanału',
    },
    why: (causes) => `Otrzymujesz ten e-mail, ponieważ pod Twoją nieobecność: ${list(causes)}.`,
    unsubscribe: 'Zrezygnuj z e-maili o pominiętych wiadomościach',
    dropped: (count) =>
      plural(count, {
        one: 'Nie pokazano tu {n} wcześniejszej wiadomości.',
        few: 'Nie pokazano tu {n} wcześniejszych wiadomości.',
        many: 'Nie pokazano tu {n} wcześniejszych wiadomości.',
        other: 'Nie pokazano tu {n} wcześniejszej wiadomości.',
      }),
    generalChat: 'czat ogólny',
  },
  digest: {
    subject: (organization) => `Co nowego w ${organization}`,
    intro: (count) =>
      plural(count, {
        one: 'Od Twojej ostatniej wizyty przyszła do Ciebie {n} wiadomość.',
        few: 'Od Twojej ostatniej wizyty przyszły do Ciebie {n} wiadomości.',
        many: 'Od Twojej ostatniej wizyty przyszło do Ciebie {n} wiadomości.',
        other: 'Od Twojej ostatniej wizyty przyszło do Ciebie {n} wiadomości.',
      }),
    conversation: (count, people) =>
      plural(count, {
        one: `{n} wiadomość od ${people}`,
        few: `{n} wiadomości od ${people}`,
        many: `{n} wiadomości od ${people}`,
        other: `{n} wiadomości od ${people}`,
      }),
    why: 'Otrzymujesz ten e-mail, ponieważ od tygodnia nie było Cię w czacie.',
    unsubscribe: 'Zrezygnuj z podsumowań',
  },
  welcomeMessage: ({ name, organization }) => [
    `Cześć, **${name}**! Witamy w ${organization}!`,
    '',
    '* Rozmowy toczą się w **kanałach**. Każda rozmowa w kanale ma swój **wątek**. Przejrzyj kanały, aby zobaczyć, co się dzieje.',
    '* Wysyłaj **wiadomości bezpośrednie**, aby rozmawiać prywatnie z jedną lub kilkoma osobami.',
    '* Wypróbuj tu różne rzeczy: tę rozmowę widzisz tylko Ty. Wyślij **pogrubiony** tekst, `kod` lub :wave:.',
  ],
  unsubscribeSignIn: 'Zrezygnuj z e-maili o logowaniach',
};
