import type { Addressed, MailText, Words } from './en.ts';
import { pluralsIn } from './plurals.ts';

// The texts of mails in Arabic.

const account = ({ organization }: { organization: string }): string =>
  `تلقيت هذه الرسالة لأن لديك حسابًا في ${organization}.`;
const ask = 'إذا لم تطلب هذا، فيمكنك تجاهل هذه الرسالة.';
const list = (names: readonly string[]): string => new Intl.ListFormat('ar').format(names);
const plural = pluralsIn('ar');

const changed = ({ name, organization }: Addressed, subject: string, what: string): MailText => ({
  subject,
  blocks: [`مرحبًا ${name}،`, what, 'إذا لم تفعل هذا بنفسك، فيُرجى الاتصال فورًا بأحد مديري المنظمة.'],
  why: account({ organization }),
});

export const ar: Words = {
  invitation: ({ inviter, organization, url, account }) => ({
    subject: `دعوة من ${inviter} إلى ${organization}`,
    blocks: [
      'مرحبًا،',
      `تلقيت دعوة من ${inviter} للانضمام إلى دردشة فريق ${organization}.`,
      ...(account === undefined ? [] : [`ستحصل على حساب ${account} مع رسائلك السابقة.`]),
      { label: 'قبول الدعوة', url },
      'إذا كنت لا ترغب في الانضمام، فيمكنك تجاهل هذه الرسالة.',
    ],
    why: `تلقيت هذه الرسالة لأن عنوانك أُدخل من قِبل ${inviter}. لن تصلك رسائل أخرى ما لم تصلك دعوة جديدة.`,
  }),
  confirmAddress: ({ organization, url }) => ({
    subject: `تأكيد عنوان بريدك الإلكتروني في ${organization}`,
    blocks: [
      'مرحبًا،',
      `للانضمام إلى ${organization} بهذا العنوان، يُرجى تأكيد عنوان بريدك الإلكتروني.`,
      { label: 'تأكيد عنوان البريد الإلكتروني', url },
      ask,
    ],
    why: `تلقيت هذه الرسالة لأن أحدهم أدخل عنوانك للانضمام إلى ${organization}.`,
  }),
  confirmNewAddress: ({ name, organization, email, url }) => ({
    subject: `تأكيد عنوان بريدك الإلكتروني الجديد في ${organization}`,
    blocks: [
      `مرحبًا ${name}،`,
      `لاستخدام ${email} لحسابك في ${organization}، يُرجى فتح هذا الرابط خلال 24 ساعة:`,
      { label: 'تأكيد العنوان الجديد', url },
      ask,
    ],
    why: `تلقيت هذه الرسالة لأن أحدهم أدخل هذا العنوان لحساب في ${organization}.`,
  }),
  addressChanged: ({ name, organization, email }) => ({
    subject: `تغيّر عنوان بريدك الإلكتروني في ${organization}`,
    blocks: [
      `مرحبًا ${name}،`,
      `تغيّر عنوان البريد الإلكتروني لحسابك في ${organization} إلى ${email}. لن تُرسَل رسائل إلى عنوانك القديم بعد الآن.`,
      'إذا لم تغيّره بنفسك، فيُرجى الاتصال فورًا بأحد مديري المنظمة.',
    ],
    why: account({ organization }),
  }),
  welcome: ({ name, organization, email, url, passwordUrl }) => ({
    subject: `مرحبًا بك في ${organization}`,
    blocks: [
      `مرحبًا ${name}،`,
      `لديك الآن حساب في ${organization}. يمكنك تسجيل الدخول بالعنوان ${email}.`,
      passwordUrl === undefined ? { label: 'فتح Klatch', url } : { label: 'اختيار كلمة مرور', url: passwordUrl },
      `يمكنك أيضًا استخدام تطبيقات Zulip للهواتف والحواسيب. أدخل فيها العنوان ${url}.`,
      'يمكنك اختيار رسائل البريد التي تصلك في إعداداتك.',
    ],
    why: account({ organization }),
  }),
  passwordReset: ({ name, organization, url }) => ({
    subject: `إعادة تعيين كلمة مرورك في ${organization}`,
    blocks: [
      `مرحبًا ${name}،`,
      `يتيح لك هذا الرابط اختيار كلمة مرور جديدة لحسابك في ${organization}. إنه صالح لمدة 24 ساعة ويعمل مرة واحدة.`,
      { label: 'اختيار كلمة مرور جديدة', url },
      ask,
    ],
    why: account({ organization }),
  }),
  passwordChanged: ({ name, organization }) => ({
    subject: `تغيّرت كلمة مرورك في ${organization}`,
    blocks: [
      `مرحبًا ${name}،`,
      `تغيّرت كلمة مرور حسابك في ${organization}. سيلزم تسجيل الدخول من جديد على كل أجهزتك.`,
      'إذا لم تغيّره بنفسك، فيُرجى الاتصال فورًا بأحد مديري المنظمة.',
    ],
    why: account({ organization }),
  }),
  securityChange: {
    password: (to) =>
      changed(
        to,
        `تغيّرت كلمة مرورك في ${to.organization}`,
        `تغيّرت كلمة مرور حسابك في ${to.organization}. سيلزم تسجيل الدخول من جديد على كل أجهزتك الأخرى.`,
      ),
    authenticatorAdded: (to) =>
      changed(
        to,
        `أُضيف تطبيق مصادقة في ${to.organization}`,
        `أُضيف تطبيق مصادقة إلى حسابك في ${to.organization}. من الآن فصاعدًا، يلزمك أحد رموزه لتسجيل الدخول.`,
      ),
    authenticatorRemoved: (to) =>
      changed(
        to,
        `أُزيل تطبيق المصادقة في ${to.organization}`,
        `أُزيل تطبيق المصادقة من حسابك في ${to.organization}. لم تعد رموزه لازمة لتسجيل الدخول.`,
      ),
    passkeyAdded: (to) =>
      changed(
        to,
        `أُضيف مفتاح مرور في ${to.organization}`,
        `أُضيف مفتاح مرور باسم «${to.detail}» إلى حسابك في ${to.organization}. يمكن استخدامه لتسجيل الدخول.`,
      ),
    passkeyRemoved: (to) =>
      changed(
        to,
        `أُزيل مفتاح مرور في ${to.organization}`,
        `أُزيل مفتاح المرور «${to.detail}» من حسابك في ${to.organization}. لم يعد ممكنًا استخدامه لتسجيل الدخول.`,
      ),
    recoveryCodes: (to) =>
      changed(
        to,
        `رموز استرداد جديدة في ${to.organization}`,
        `أصبحت لحسابك في ${to.organization} رموز استرداد جديدة. لم تعد الرموز القديمة تعمل.`,
      ),
    secondFactorsReset: (to) =>
      changed(
        to,
        `أُزيلت الخطوة الثانية في ${to.organization}`,
        `أزال مدير الخادم تطبيق المصادقة ومفاتيح المرور ورموز الاسترداد من حسابك في ${to.organization}. يُرجى إضافة أخرى جديدة بعد تسجيل دخولك التالي.`,
      ),
    identityLinked: (to) =>
      changed(
        to,
        `رُبط ${to.detail} في ${to.organization}`,
        `رُبط حسابك في ${to.organization} بحسابك لدى ${to.detail}. من الآن فصاعدًا، يمكنك تسجيل الدخول به.`,
      ),
    identityUnlinked: (to) =>
      changed(
        to,
        `أُلغي ربط ${to.detail} في ${to.organization}`,
        `أُلغي ربط حسابك في ${to.organization} بحسابك لدى ${to.detail}.`,
      ),
    identitiesUnlinked: (to) =>
      changed(
        to,
        `أُلغي ربط مزوّدي الهوية في ${to.organization}`,
        `أُلغي ربط حسابك في ${to.organization} بكل مزوّدي الهوية. سيعيد تسجيل الدخول التالي عبر أحدهم ربطه.`,
      ),
  },
  signIn: ({ name, organization, device, ip, time, url, hasPassword }) => ({
    subject: `تسجيل دخول جديد من ${device}`,
    blocks: [
      `مرحبًا ${name}،`,
      `حدث تسجيل دخول جديد إلى حسابك في ${organization}:`,
      { quote: `${device}\n${ip}\n${time}` },
      ...(hasPassword
        ? [
            'إذا كنت أنت من سجّل الدخول، فلا يلزمك فعل شيء. وإلا فيُرجى تغيير كلمة مرورك الآن لتسجيل الخروج من كل الأجهزة:',
            { label: 'اختيار كلمة مرور جديدة', url },
          ]
        : [
            'إذا كنت أنت من سجّل الدخول، فلا يلزمك فعل شيء. وإلا فيُرجى الآن تسجيل الخروج من كل الأماكن الأخرى في إعداداتك، والاتصال بأحد مديري المنظمة:',
            { label: 'فتح الإعدادات', url },
          ]),
    ],
    why: account({ organization }),
  }),
  deactivated: ({ name, organization, by, comment }) => ({
    subject: `عُطّل حسابك في ${organization}`,
    blocks: [
      `مرحبًا ${name}،`,
      `عُطّل حسابك في ${organization}. لم يعد بإمكانك تسجيل الدخول.`,
      ...(comment === '' ? [] : [`ملاحظة من ${by}:`, { quote: comment }]),
    ],
    why: `تلقيت هذه الرسالة لأنه كان لديك حساب في ${organization}.`,
  }),
  exportReady: ({ name, organization, url }) => ({
    subject: `تصدير ${organization} جاهز`,
    blocks: [
      `مرحبًا ${name}،`,
      `تصدير بيانات ${organization} الذي طلبته جاهز. يمكنك تنزيله من الإعدادات.`,
      { label: 'فتح الإعدادات', url },
    ],
    why: account({ organization }),
  }),
  ownExportReady: ({ name, organization, url }) => ({
    subject: `تصدير بياناتك في ${organization} جاهز`,
    blocks: [
      `مرحبًا ${name}،`,
      'تصدير بياناتك جاهز. يمكنك تنزيله من إعداداتك خلال سبعة أيام.',
      { label: 'فتح الإعدادات', url },
    ],
    why: account({ organization }),
  }),
  test: ({ organization, url }) => ({
    subject: `رسالة تجريبية من ${organization}`,
    blocks: ['مرحبًا،', `هذه رسالة تجريبية. رسائل البريد من ${organization} تصلك.`, { label: 'فتح Klatch', url }],
    why: 'تلقيت هذه الرسالة لأن مدير الخادم أرسل تجربة إلى عنوانك.',
  }),

  announcement: {
    why: ({ sender, organization }, audience) =>
      `هذه الرسالة من ${sender}، من إدارة ${organization}. المستلمون: ${audience}. وصلتك لأن لديك حسابًا في ${organization}.`,
    audience: {
      everyone: () => 'كل الأعضاء',
      role: () => 'كل الأعضاء الذين لهم دورك',
      group: (name) => (name === '' ? 'مجموعة من الأعضاء' : `المجموعة ${name}`),
      channel: (name) => `المشتركون في #${name}`,
    },
  },

  missed: {
    direct: (senders) => `رسائل مباشرة من ${senders}`,
    group: (people) => `رسائل مباشرة جماعية مع ${people}`,
    topic: (channel, topic) => `#${channel} > ${topic}`,
    more: (first, others) =>
      plural(others, {
        zero: `${first}`,
        one: `${first} ومحادثة أخرى`,
        two: `${first} ومحادثتان أخريان`,
        few: `${first} و{n} محادثات أخرى`,
        many: `${first} و{n} محادثة أخرى`,
        other: `${first} و{n} محادثة أخرى`,
      }),
    hidden: (organization) => `رسائل جديدة في ${organization}`,
    and: (names) => (names.length > 3 ? `${names.slice(0, 2).join('، ')} و${names.length - 2} آخرون` : list(names)),
    hiddenText: (count, organization) => {
      const what = plural(count, {
        zero: 'لا رسائل جديدة',
        one: 'رسالة جديدة واحدة',
        two: 'رسالتان جديدتان',
        few: '{n} رسائل جديدة',
        many: '{n} رسالة جديدة',
        other: '{n} رسالة جديدة',
      });
      return `لديك ${what} في ${organization}. لا تتضمن هذه الرسالة نص الرسائل بسبب إعداداتك أو إعدادات المنظمة.`;
    },
    open: 'فتح المحادثة',
    openAll: 'فتح Klatch',
    reply: 'يُرجى الرد في الدردشة. لا تُقرأ الردود على هذا البريد.',
    because: {
      direct_message: 'وصلتك رسالة مباشرة',
      mentioned: 'أُشير إليك',
      topic_wildcard_mentioned: 'أُشير إلى الجميع في الموضوع',
      stream_wildcard_mentioned: 'أُشير إلى الجميع في القناة',
      followed_topic: 'تتابع هذا الموضوع',
      channel: 'فعّلت إشعارات البريد الإلكتروني لهذه القناة',
    },
    why: (causes) => `تلقيت هذه الرسالة لأنه أثناء غيابك: ${list(causes)}.`,
    unsubscribe: 'إلغاء الاشتراك في رسائل البريد عن الرسائل الفائتة',
    dropped: (count) =>
      plural(count, {
        zero: 'كل الرسائل معروضة هنا.',
        one: 'رسالة سابقة واحدة غير معروضة هنا.',
        two: 'رسالتان سابقتان غير معروضتين هنا.',
        few: '{n} رسائل سابقة غير معروضة هنا.',
        many: '{n} رسالة سابقة غير معروضة هنا.',
        other: '{n} رسالة سابقة غير معروضة هنا.',
      }),
    generalChat: 'دردشة عامة',
  },
  digest: {
    subject: (organization) => `ما الجديد في ${organization}`,
    intro: (count) =>
      plural(count, {
        zero: 'لم تصلك رسائل منذ زيارتك الأخيرة.',
        one: 'وصلتك رسالة واحدة منذ زيارتك الأخيرة.',
        two: 'وصلتك رسالتان منذ زيارتك الأخيرة.',
        few: 'وصلتك {n} رسائل منذ زيارتك الأخيرة.',
        many: 'وصلتك {n} رسالة منذ زيارتك الأخيرة.',
        other: 'وصلتك {n} رسالة منذ زيارتك الأخيرة.',
      }),
    conversation: (count, people) =>
      plural(count, {
        zero: `لا رسائل من ${people}`,
        one: `رسالة واحدة من ${people}`,
        two: `رسالتان من ${people}`,
        few: `{n} رسائل من ${people}`,
        many: `{n} رسالة من ${people}`,
        other: `{n} رسالة من ${people}`,
      }),
    why: 'تلقيت هذه الرسالة لأنك لم تزُر الدردشة منذ أسبوع.',
    unsubscribe: 'إلغاء الاشتراك في الملخصات',
  },
  welcomeMessage: ({ name, organization }) => [
    `مرحبًا **${name}**، وأهلًا بك في ${organization}!`,
    '',
    '* تجري المحادثات في **القنوات**. ولكل محادثة في القناة **موضوع**. تصفّح القنوات لترى ما يدور فيها.',
    '* أرسل **رسائل مباشرة** للتحدث مع شخص أو أكثر على انفراد.',
    '* جرّب ما تريد هنا: أنت وحدك من يقرأ هذه المحادثة. أرسل نصًا **عريضًا** أو `كودًا` أو :wave:.',
  ],
  unsubscribeSignIn: 'إلغاء الاشتراك في رسائل البريد عن عمليات تسجيل الدخول',
};
