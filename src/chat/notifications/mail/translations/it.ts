import type { Addressed, MailText, Words } from './en.ts';

// The texts of mails in Italian.

const account = ({ organization }: { organization: string }): string =>
  `Ricevi questa email perché hai un account in ${organization}.`;
const ask = 'Se non l’hai richiesto tu, puoi ignorare questa email.';
const list = (names: readonly string[]): string => new Intl.ListFormat('it').format(names);

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [`Ciao ${name},`, what, 'Se non sei stato tu, contatta subito un amministratore della tua organizzazione.'],
  why: account({ organization }),
});

export const it: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `${inviter} ti invita a entrare in ${organization}`,
    blocks: [
      'Ciao,',
      `${inviter} ti invita a entrare nella chat di squadra di ${organization}.`,
      ...(account === undefined ? [] : [`Riceverai l’account di ${account} con i tuoi messaggi precedenti.`]),
      { label: 'Accetta l’invito', url },
      'Se non vuoi entrare, puoi ignorare questa email.',
    ],
    why: `Ricevi questa email perché ${inviter} ha indicato il tuo indirizzo. Non ne riceverai altre, a meno che non ti invitino di nuovo.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `Conferma il tuo indirizzo email per ${organization}`,
    blocks: [
      'Ciao,',
      `per entrare in ${organization} con questo indirizzo, conferma il tuo indirizzo email.`,
      { label: 'Conferma indirizzo email', url },
      ask,
    ],
    why: `Ricevi questa email perché qualcuno ha indicato il tuo indirizzo per entrare in ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `Conferma il tuo nuovo indirizzo email per ${organization}`,
    blocks: [
      `Ciao ${name},`,
      `per usare ${email} per il tuo account in ${organization}, apri questo link entro 24 ore:`,
      { label: 'Conferma nuovo indirizzo', url },
      ask,
    ],
    why: `Ricevi questa email perché qualcuno ha indicato questo indirizzo per un account in ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `Il tuo indirizzo email per ${organization} è stato modificato`,
    blocks: [
      `Ciao ${name},`,
      `l’indirizzo email del tuo account in ${organization} ora è ${email}. Al vecchio indirizzo non vengono più inviate email.`,
      'Se non l’hai modificato tu, contatta subito un amministratore della tua organizzazione.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `Ti diamo il benvenuto in ${organization}`,
    blocks: [
      `Ciao ${name},`,
      `ora hai un account in ${organization}. Accedi con ${email}.`,
      passwordUrl === undefined ? { label: 'Apri Klatch', url } : { label: 'Scegli una password', url: passwordUrl },
      `Puoi usare anche le app di Zulip per telefoni e computer. Inserisci lì l’indirizzo ${url}.`,
      'Nelle impostazioni puoi scegliere quali email ricevere.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `Reimposta la tua password per ${organization}`,
    blocks: [
      `Ciao ${name},`,
      `usa questo link per scegliere una nuova password per il tuo account in ${organization}. È valido per 24 ore e funziona una sola volta.`,
      { label: 'Scegli una nuova password', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `La tua password per ${organization} è stata modificata`,
    blocks: [
      `Ciao ${name},`,
      `la password del tuo account in ${organization} è stata modificata. Tutti i tuoi dispositivi devono accedere di nuovo.`,
      'Se non l’hai modificata tu, contatta subito un amministratore della tua organizzazione.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `La tua password per ${to.organization} è stata modificata`,
        `la password del tuo account in ${to.organization} è stata modificata. Tutti gli altri tuoi dispositivi devono accedere di nuovo.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `App di autenticazione aggiunta in ${to.organization}`,
        `al tuo account in ${to.organization} è stata aggiunta un’app di autenticazione. D’ora in poi ti serve uno dei suoi codici per accedere.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `App di autenticazione rimossa in ${to.organization}`,
        `l’app di autenticazione del tuo account in ${to.organization} è stata rimossa. Per accedere non servono più i suoi codici.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `Passkey aggiunta in ${to.organization}`,
        `al tuo account in ${to.organization} è stata aggiunta la passkey “${to.detail}”. Può essere usata per accedere.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `Passkey rimossa in ${to.organization}`,
        `la passkey “${to.detail}” del tuo account in ${to.organization} è stata rimossa. Non può più essere usata per accedere.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `Nuovi codici di recupero in ${to.organization}`,
        `il tuo account in ${to.organization} ha nuovi codici di recupero. Quelli vecchi non funzionano più.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `Secondi fattori rimossi in ${to.organization}`,
        `l’amministratore del server ha rimosso l’app di autenticazione, le passkey e i codici di recupero del tuo account in ${to.organization}. Aggiungine di nuovi dopo il prossimo accesso.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.detail} collegato in ${to.organization}`,
        `il tuo account in ${to.organization} è stato collegato al tuo account ${to.detail}. D’ora in poi puoi usarlo per accedere.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `${to.detail} scollegato in ${to.organization}`,
        `il tuo account in ${to.organization} non è più collegato al tuo account ${to.detail}.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `Provider di identità scollegati in ${to.organization}`,
        `il tuo account in ${to.organization} è stato scollegato da tutti i provider di identità. Il prossimo accesso con uno di essi lo collegherà di nuovo.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url }) => ({
    subject: `Nuovo accesso da ${device}`,
    blocks: [
      `Ciao ${name},`,
      `c’è stato un nuovo accesso al tuo account in ${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      'Se eri tu, non devi fare nulla. Altrimenti modifica subito la password per uscire da tutti i dispositivi:',
      { label: 'Scegli una nuova password', url },
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `Il tuo account in ${organization} è stato disattivato`,
    blocks: [
      `Ciao ${name},`,
      `il tuo account in ${organization} è stato disattivato. Non puoi più accedere.`,
      ...(comment === '' ? [] : [`${by} ha scritto:`, { quote: comment }]),
    ],
    why: `Ricevi questa email perché avevi un account in ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `L’esportazione di ${organization} è pronta`,
    blocks: [
      `Ciao ${name},`,
      `l’esportazione dei dati di ${organization} che hai richiesto è pronta. Puoi scaricarla nelle impostazioni.`,
      { label: 'Apri le impostazioni', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `L’esportazione dei tuoi dati in ${organization} è pronta`,
    blocks: [
      `Ciao ${name},`,
      'l’esportazione dei tuoi dati è pronta. Puoi scaricarla nelle impostazioni per sette giorni.',
      { label: 'Apri le impostazioni', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `Email di prova da ${organization}`,
    blocks: [
      'Ciao,',
      `questa è un’email di prova. Le email di ${organization} ti arrivano.`,
      { label: 'Apri Klatch', url },
    ],
    why: 'Ricevi questa email perché l’amministratore del server ha inviato una prova al tuo indirizzo.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `${sender}, dell’amministrazione di ${organization}, ha inviato questa email ${audience}. La ricevi perché hai un account in ${organization}.`,
    audience: {
      everyone: () => 'a tutti i membri',
      role: () => 'a tutti i membri con il tuo ruolo',
      group: (name) => (name === '' ? 'a un gruppo di membri' : `al gruppo ${name}`),
      channel: (name) => `agli iscritti a #${name}`,
    },
  },

  missed: {
    direct: (senders) => `Messaggi diretti da ${senders}`,
    group: (people) => `Messaggi diretti di gruppo con ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) => `${first} e ${others === 1 ? 'un’altra conversazione' : `altre ${others} conversazioni`}`,
    hidden: (organization) => `Nuovi messaggi in ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} e altri ${names.length - 2}` : list(names)),
    hiddenText: (count, organization) =>
      `Hai ${count === 1 ? 'un nuovo messaggio' : `${count} nuovi messaggi`} in ${organization}. Questa email non include il testo dei messaggi a causa delle tue impostazioni o di quelle della tua organizzazione.`,
    open: 'Apri la conversazione',
    openAll: 'Apri Klatch',
    reply: 'Rispondi nella chat. Le risposte a questa email non vengono lette.',
    because: {
      direct_message: 'hai ricevuto un messaggio diretto',
      mentioned: 'sei stato menzionato',
      topic_wildcard_mentioned: 'sono stati menzionati tutti nell’argomento',
      stream_wildcard_mentioned: 'sono stati menzionati tutti nel canale',
      followed_topic: 'segui questo argomento',
      channel: 'hai attivato le notifiche via email per questo canale',
    },
    why: (causes) => `Ricevi questa email perché, durante la tua assenza: ${list(causes)}.`,
    unsubscribe: 'Non ricevere più email sui messaggi persi',
    dropped: (count) =>
      count === 1
        ? 'Un messaggio precedente non è mostrato qui.'
        : `${count} messaggi precedenti non sono mostrati qui.`,
    generalChat: 'chat generale',
  },
  digest: {
    subject: (organization) => `Che cosa è successo in ${organization}`,
    intro: (count) => `Hai ricevuto ${count === 1 ? 'un messaggio' : `${count} messaggi`} dalla tua ultima visita.`,
    conversation: (count, people) => `${count} ${count === 1 ? 'messaggio' : 'messaggi'} da ${people}`,
    why: 'Ricevi questa email perché non ti fai vedere da una settimana.',
    unsubscribe: 'Non ricevere più riepiloghi',
  },
  welcomeMessage: ({ name, organization }) => [
    `Ciao **${name}**, ti diamo il benvenuto in ${organization}!`,
    '',
    '* Le conversazioni si svolgono nei **canali**. Ogni conversazione in un canale ha un **argomento**. Sfoglia i canali per vedere di che cosa si parla.',
    '* Invia **messaggi diretti** per parlare in privato con una o più persone.',
    '* Fai qualche prova qui: solo tu puoi leggere questa conversazione. Invia testo in **grassetto**, `codice` o :wave:.',
  ],
  unsubscribeSignIn: 'Non ricevere più email sugli accessi',
};
