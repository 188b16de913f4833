import type { Addressed, MailText, Words } from './en.ts';
import { pluralsIn } from './plurals.ts';

// The texts of mails in Hebrew.

const account = ({ organization }: { organization: string }): string =>
  `הודעה זו נשלחה אליך כי יש לך חשבון ב-${organization}.`;
const ask = 'אם לא ביקשת זאת, אפשר להתעלם מהודעה זו.';
const list = (names: readonly string[]): string => new Intl.ListFormat('he').format(names);
const plural = pluralsIn('he');

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [`שלום ${name},`, what, 'אם לא עשית זאת, יש לפנות מיד למנהל בארגון.'],
  why: account({ organization }),
});

export const he: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `הזמנה מאת ${inviter} אל ${organization}`,
    blocks: [
      'שלום,',
      `${inviter} – הזמנה עבורך להצטרף לצ׳אט הצוותי של ${organization}.`,
      ...(account === undefined ? [] : [`החשבון של ${account} יהיה שלך, עם ההודעות הקודמות שלך.`]),
      { label: 'קבלת ההזמנה', url },
      'אם אין רצון להצטרף, אפשר להתעלם מהודעה זו.',
    ],
    why: `הודעה זו נשלחה אליך כי כתובתך הוזנה על ידי ${inviter}. לא יישלחו הודעות נוספות, אלא אם תישלח הזמנה חדשה.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `אישור כתובת הדוא״ל שלך עבור ${organization}`,
    blocks: [
      'שלום,',
      `כדי להצטרף אל ${organization} עם הכתובת הזו, יש לאשר את כתובת הדוא״ל.`,
      { label: 'אישור כתובת הדוא״ל', url },
      ask,
    ],
    why: `הודעה זו נשלחה אליך כי מישהו הזין את כתובתך כדי להצטרף אל ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `אישור כתובת הדוא״ל החדשה שלך עבור ${organization}`,
    blocks: [
      `שלום ${name},`,
      `כדי להשתמש ב-${email} בחשבון שלך ב-${organization}, יש לפתוח את הקישור הזה בתוך 24 שעות:`,
      { label: 'אישור הכתובת החדשה', url },
      ask,
    ],
    why: `הודעה זו נשלחה אליך כי מישהו הזין את הכתובת הזו לחשבון ב-${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `כתובת הדוא״ל שלך עבור ${organization} שונתה`,
    blocks: [
      `שלום ${name},`,
      `כתובת הדוא״ל של החשבון שלך ב-${organization} שונתה אל ${email}. לא נשלח עוד דוא״ל לכתובת הישנה.`,
      'אם לא שינית אותה, יש לפנות מיד למנהל בארגון.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `ברוכים הבאים אל ${organization}`,
    blocks: [
      `שלום ${name},`,
      `יש לך כעת חשבון ב-${organization}. מתחברים עם ${email}.`,
      passwordUrl === undefined ? { label: 'פתיחת Klatch', url } : { label: 'בחירת סיסמה', url: passwordUrl },
      `אפשר להשתמש גם ביישומי Zulip לטלפון ולמחשב. יש להזין בהם את הכתובת ${url}.`,
      'בהגדרות אפשר לבחור אילו הודעות דוא״ל יישלחו אליך.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `איפוס הסיסמה שלך עבור ${organization}`,
    blocks: [
      `שלום ${name},`,
      `הקישור הזה מאפשר לבחור סיסמה חדשה לחשבון שלך ב-${organization}. הוא תקף ל-24 שעות ופועל פעם אחת.`,
      { label: 'בחירת סיסמה חדשה', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `הסיסמה שלך עבור ${organization} שונתה`,
    blocks: [
      `שלום ${name},`,
      `הסיסמה של החשבון שלך ב-${organization} שונתה. יש להתחבר מחדש בכל המכשירים שלך.`,
      'אם לא שינית אותה, יש לפנות מיד למנהל בארגון.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `הסיסמה שלך עבור ${to.organization} שונתה`,
        `הסיסמה של החשבון שלך ב-${to.organization} שונתה. יש להתחבר מחדש בכל שאר המכשירים שלך.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `יישום אימות נוסף ב-${to.organization}`,
        `יישום אימות נוסף לחשבון שלך ב-${to.organization}. מעכשיו נדרש אחד הקודים שלו כדי להתחבר.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `יישום האימות הוסר ב-${to.organization}`,
        `יישום האימות של החשבון שלך ב-${to.organization} הוסר. הקודים שלו כבר לא נדרשים להתחברות.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `מפתח גישה נוסף ב-${to.organization}`,
        `מפתח גישה בשם ״${to.detail}״ נוסף לחשבון שלך ב-${to.organization}. אפשר להתחבר איתו.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `מפתח גישה הוסר ב-${to.organization}`,
        `מפתח הגישה ״${to.detail}״ של החשבון שלך ב-${to.organization} הוסר. אי אפשר עוד להתחבר איתו.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `קודי שחזור חדשים ב-${to.organization}`,
        `לחשבון שלך ב-${to.organization} יש קודי שחזור חדשים. הישנים כבר לא פועלים.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `השלב השני הוסר ב-${to.organization}`,
        `מנהל השרת הסיר את יישום האימות, מפתחות הגישה וקודי השחזור של החשבון שלך ב-${to.organization}. יש להוסיף חדשים לאחר ההתחברות הבאה.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `${to.detail} קושר ב-${to.organization}`,
        `החשבון שלך ב-${to.organization} קושר לחשבון שלך אצל ${to.detail}. מעכשיו אפשר להתחבר איתו.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `הקישור של ${to.detail} בוטל ב-${to.organization}`,
        `הקישור בין החשבון שלך ב-${to.organization} לחשבון שלך אצל ${to.detail} בוטל.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `הקישור לספקי הזהויות בוטל ב-${to.organization}`,
        `הקישור בין החשבון שלך ב-${to.organization} לכל ספקי הזהויות בוטל. ההתחברות הבאה עם אחד מהם תקשר אותו שוב.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url, hasPassword }) => ({
    subject: `התחברות חדשה: ${device}`,
    blocks: [
      `שלום ${name},`,
      `התבצעה התחברות חדשה לחשבון שלך ב-${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      ...(hasPassword
        ? [
            'אם זו ההתחברות שלך, אין צורך לעשות דבר. אם לא, יש לשנות כעת את הסיסמה כדי לנתק את כל המכשירים:',
            { label: 'בחירת סיסמה חדשה', url },
          ]
        : [
            'אם זו ההתחברות שלך, אין צורך לעשות דבר. אם לא, יש להתנתק כעת בהגדרות מכל שאר המקומות ולפנות למנהל בארגון:',
            { label: 'פתיחת ההגדרות', url },
          ]),
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `החשבון שלך ב-${organization} הושבת`,
    blocks: [
      `שלום ${name},`,
      `החשבון שלך ב-${organization} הושבת. אי אפשר עוד להתחבר.`,
      ...(comment === '' ? [] : [`הודעה מאת ${by}:`, { quote: comment }]),
    ],
    why: `הודעה זו נשלחה אליך כי היה לך חשבון ב-${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `הייצוא של ${organization} מוכן`,
    blocks: [
      `שלום ${name},`,
      `ייצוא הנתונים של ${organization} שביקשת מוכן. אפשר להוריד אותו בהגדרות.`,
      { label: 'פתיחת ההגדרות', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `ייצוא הנתונים שלך ב-${organization} מוכן`,
    blocks: [
      `שלום ${name},`,
      'ייצוא הנתונים שלך מוכן. אפשר להוריד אותו בהגדרות במשך שבעה ימים.',
      { label: 'פתיחת ההגדרות', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `הודעת בדיקה מאת ${organization}`,
    blocks: ['שלום,', `זו הודעת בדיקה. הודעות דוא״ל מאת ${organization} מגיעות אליך.`, { label: 'פתיחת Klatch', url }],
    why: 'הודעה זו נשלחה אליך כי מנהל השרת שלח בדיקה לכתובתך.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `הודעה זו נשלחה מאת ${sender}, מהנהלת ${organization}. הנמענים: ${audience}. היא נשלחה אליך כי יש לך חשבון ב-${organization}.`,
    audience: {
      everyone: () => 'כל החברים',
      role: () => 'כל החברים בתפקיד שלך',
      group: (name) => (name === '' ? 'קבוצת חברים' : `הקבוצה ${name}`),
      channel: (name) => `המנויים של #${name}`,
    },
  },

  missed: {
    direct: (senders) => `הודעות פרטיות מאת ${senders}`,
    group: (people) => `הודעות פרטיות קבוצתיות עם ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) =>
      plural(others, {
        one: `${first} ועוד שיחה אחת`,
        two: `${first} ועוד שתי שיחות`,
        other: `${first} ועוד {n} שיחות`,
      }),
    hidden: (organization) => `הודעות חדשות ב-${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join(', ')} ועוד ${names.length - 2}` : list(names)),
    hiddenText: (count, organization) => {
      const what = plural(count, { one: 'הודעה חדשה אחת', two: 'שתי הודעות חדשות', other: '{n} הודעות חדשות' });
      return `יש לך ${what} ב-${organization}. הדוא״ל הזה לא כולל את הטקסט של ההודעות בגלל ההגדרות שלך או של הארגון.`;
    },
    open: 'פתיחת השיחה',
    openAll: 'פתיחת Klatch',
    reply: 'יש להשיב בצ׳אט. תשובות לדוא״ל הזה לא נקראות.',
    because: {
      direct_message: 'קיבלת הודעה פרטית',
      mentioned: 'אזכרו אותך',
      topic_wildcard_mentioned: 'אזכרו את כולם בנושא',
      stream_wildcard_mentioned: 'אזכרו את כולם בערוץ',
      followed_topic: 'הנושא הזה במעקב שלך',
      channel: 'הפעלת התראות דוא״ל לערוץ הזה',
    },
    why: (causes) => `הודעה זו נשלחה אליך כי כשלא היית כאן: ${list(causes)}.`,
    unsubscribe: 'ביטול ההרשמה להודעות דוא״ל על הודעות שהוחמצו',
    dropped: (count) =>
      plural(count, {
        one: 'הודעה קודמת אחת לא מוצגת כאן.',
        two: 'שתי הודעות קודמות לא מוצגות כאן.',
        other: '{n} הודעות קודמות לא מוצגות כאן.',
      }),
    generalChat: 'צ׳אט כללי',
  },
  digest: {
    subject: (organization) => `מה קרה ב-${organization}`,
    intro: (count) =>
      plural(count, {
        one: 'מאז הביקור האחרון שלך קיבלת הודעה אחת.',
        two: 'מאז הביקור האחרון שלך קיבלת שתי הודעות.',
        other: 'מאז הביקור האחרון שלך קיבלת {n} הודעות.',
      }),
    conversation: (count, people) =>
      plural(count, {
        one: `הודעה אחת מאת ${people}`,
        two: `שתי הודעות מאת ${people}`,
        other: `{n} הודעות מאת ${people}`,
      }),
    why: 'הודעה זו נשלחה אליך כי לא ביקרת כבר שבוע.',
    unsubscribe: 'ביטול ההרשמה לתקצירים',
  },
  welcomeMessage: ({ name, organization }) => [
    `שלום **${name}**, וברוכים הבאים אל ${organization}!`,
    '',
    '* השיחות מתנהלות ב**ערוצים**. לכל שיחה בערוץ יש **נושא**. כדאי לעיין בערוצים כדי לראות מה קורה.',
    '* אפשר לשלוח **הודעות פרטיות** כדי לשוחח עם אדם אחד או יותר בפרטיות.',
    '* אפשר לנסות דברים כאן: השיחה הזו גלויה רק לך. כדאי לשלוח טקסט **מודגש**, `קוד` או :wave:.',
  ],
  unsubscribeSignIn: 'ביטול ההרשמה להודעות דוא״ל על התחברויות',
};
