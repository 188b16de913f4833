/** Lines with which mail programs name the author of the mail that is answered, in the languages of the interface. */
export const ATTRIBUTIONS: readonly string[] = [
  // Gmail, which wraps long lines.
  'On Sat, Nov 21, 2026 at 12:00 PM Klatch <chat@klatch.example> wrote:',
  'On Sat, Nov 21, 2026 at 12:00 PM Klatch <\nchat@klatch.example> wrote:',
  'On Sat, Nov 21, 2026 at 12:00 PM Klatch <chat@klatch.example\n> wrote:',
  'On Sat, Nov 21,\n2026 at 12:00 PM Klatch <chat@klatch.example> wrote:',
  'Am Sa., 21. Nov. 2026 um 12:00 Uhr schrieb Klatch <chat@klatch.example>:',
  'Am Sa., 21. Nov. 2026 um 12:00 Uhr schrieb Klatch <\nchat@klatch.example>:',
  'Le sam. 21 nov. 2026 à 12:00, Klatch <chat@klatch.example> a écrit :',
  'El sáb, 21 nov 2026 a las 12:00, Klatch (<chat@klatch.example>) escribió:',
  'Il giorno sab 21 nov 2026 alle ore 12:00 Klatch <chat@klatch.example>\nha scritto:',
  'Op za 21 nov 2026 om 12:00 schreef Klatch <chat@klatch.example>:',
  'sob., 21 lis 2026 o 12:00 Klatch <chat@klatch.example> napisał(a):',
  'Em sáb., 21 de nov. de 2026 às 12:00, Klatch <chat@klatch.example>\nescreveu:',
  'сб, 21 нояб. 2026 г. в 12:00, Klatch <chat@klatch.example>:',
  '2026年11月21日(土) 12:00 Klatch <chat@klatch.example>:',
  'Klatch <chat@klatch.example> 于2026年11月21日周六 12:00写道：',
  'في السبت، 21 نوفمبر 2026 في 12:00 م تمت كتابة ما يلي بواسطة ‪Klatch‬‏ <‪chat@klatch.example‬‏>:‬',
  '‫בתאריך שבת, 21 בנוב׳ 2026 ב-12:00 מאת ‪Klatch‬‏ <‪chat@klatch.example‬‏>:‬',
  // Thunderbird.
  'On 11/21/26 12:00, Klatch wrote:',
  'Am 21.11.26 um 12:00 schrieb Klatch:',
  'Le 21/11/2026 à 12:00, Klatch a écrit :',
  'El 21/11/26 a las 12:00, Klatch escribió:',
  'Il 21/11/26 12:00, Klatch ha scritto:',
  'Op 21-11-2026 om 12:00 schreef Klatch:',
  'W dniu 21.11.2026 o 12:00, Klatch pisze:',
  'Em 21/11/2026 12:00, Klatch escreveu:',
  '21.11.2026 12:00, Klatch пишет:',
  'On 2026/11/21 12:00, Klatch wrote:',
  '在 2026/11/21 12:00, Klatch 写道:',
  'في 21‏/11‏/26 12:00، كتب Klatch:',
  'בתאריך 21/11/2026 12:00, Klatch כתב:',
  // Apple Mail.
  'On 21. Nov 2026, at 12:00, Klatch <chat@klatch.example> wrote:',
  'On Nov 21, 2026, at 12:00 PM, Klatch <chat@klatch.example> wrote:',
  'Am 21.11.2026 um 12:00 schrieb Klatch <chat@klatch.example>:',
  'Le 21 nov. 2026 à 12:00, Klatch <chat@klatch.example> a écrit :',
  'El 21 nov 2026, a las 12:00, Klatch <chat@klatch.example> escribió:',
  'Il giorno 21 nov 2026, alle ore 12:00, Klatch <chat@klatch.example> ha scritto:',
  'Op 21 nov. 2026 om 12:00 heeft Klatch <chat@klatch.example> het volgende geschreven:',
  'Wiadomość napisana przez Klatch <chat@klatch.example> w dniu 21 lis 2026, o godz. 12:00:',
  'Em 21 de nov. de 2026, à(s) 12:00, Klatch <chat@klatch.example> escreveu:',
  '21 нояб. 2026 г., в 12:00, Klatch <chat@klatch.example> написал(а):',
  '2026/11/21 12:00、Klatch <chat@klatch.example>のメール:',
  '在 2026年11月21日，12:00，Klatch <chat@klatch.example> 写道：',
  'في ٢١ نوفمبر ٢٠٢٦، الساعة ١٢:٠٠ م، كتب Klatch <chat@klatch.example>:',
  '‫ב-21 בנוב׳ 2026, בשעה 12:00,‏ Klatch <chat@klatch.example> כתב/ה:',
  // Yahoo, Proton, Thunderbird for Android, Superhuman, Outlook for phones and for the Mac.
  'On Saturday, November 21, 2026 at 12:00:00 PM GMT+1, Klatch <chat@klatch.example> wrote:',
  'Am Samstag, 21. November 2026 um 12:00:00 MEZ hat Klatch <chat@klatch.example> Folgendes geschrieben:',
  'Le samedi 21 novembre 2026 à 12:00:00 UTC+1, Klatch <chat@klatch.example> a écrit :',
  'On Saturday, November 21st, 2026 at 12:00, Klatch <chat@klatch.example> wrote:',
  'Klatch <chat@klatch.example> schrieb am Samstag, 21. November 2026 um 12:00:',
  'On November 21, 2026 12:00:00 PM GMT+01:00, Klatch <chat@klatch.example> wrote:',
  'Am 21. November 2026 12:00:00 MEZ schrieb Klatch <chat@klatch.example>:',
  'On Sat, Nov 21, 2026 at 12:00 PM, Klatch < chat@klatch.example > wrote:',
  'On 11/21/26, 12:00 PM, "Klatch" <chat@klatch.example> wrote:',
  // Zoho, and a program that writes a date without a year.
  '---- On Sat, 21 Nov 2026 12:00:00 +0100 Klatch <chat@klatch.example> wrote ----',
  '---- On Sat, 21 Nov 2026 12:00:00 +0100 chat@klatch.example\nwrote ----',
  'On Sat, 21 Nov 2026 12:00:00 +0100 Klatch <chat@klatch.example> wrote',
  'On Sat, Nov 21, Klatch\n<chat@klatch.example>\nwrote:',
];

const block = (...names: [from: string, sent: string, to: string, subject: string]): string =>
  ['Klatch <chat@klatch.example>', 'Saturday, November 21, 2026 12:00', 'Mia <mia@example.com>', 'Re: garden']
    .map((value, at) => `${names[at]}: ${value}`)
    .join('\n');

/** What Outlook, Samsung's program and others write above a quote without marks. */
export const BLOCKS: readonly string[] = [
  block('From', 'Sent', 'To', 'Subject'),
  block('From', 'Date', 'To', 'Subject'),
  block('Von', 'Gesendet', 'An', 'Betreff'),
  block('Von', 'Datum', 'An', 'Betreff'),
  block('De ', 'Envoyé ', 'À ', 'Objet '),
  block('De', 'Enviado', 'Para', 'Asunto'),
  block('Da', 'Inviato', 'A', 'Oggetto'),
  block('Van', 'Verzonden', 'Aan', 'Onderwerp'),
  block('Od', 'Wysłane', 'Do', 'Temat'),
  block('De', 'Enviada em', 'Para', 'Assunto'),
  block('От', 'Отправлено', 'Кому', 'Тема'),
  block('差出人', '送信日時', '宛先', '件名'),
  block('发件人', '发送时间', '收件人', '主题'),
  block('من', 'تم الإرسال', 'إلى', 'الموضوع'),
  block('מאת', 'נשלח', 'אל', 'נושא'),
  `________________________________\n${block('From', 'Sent', 'To', 'Subject')}`,
  block('*From:* ', '*Sent:* ', '*To:* ', '*Subject:* ').replaceAll(' : ', ''),
  // Hotmail begins with the date.
  'Date: Sat, 21 Nov 2026 12:00:00 +0100\nSubject: garden\nFrom: chat@klatch.example\nTo: mia@example.com',
  // Some programs write all fields on one line.
  'Date: Sat, 21 Nov 2026 12:00:00 +0100 From: chat@klatch.example To: Miller, Mia Subject: garden',
  'От: [Klatch](mailto:chat@klatch.example)\nОтправлено: суббота, 21 ноября 2026 г. 12:00\nКому: Mia',
  '-----Original Message-----\nKlatch',
  `-------- Original message --------\n${block('From', 'Date', 'To', 'Subject')}`,
  '-----Ursprüngliche Nachricht-----\nKlatch',
  '-------- Ursprüngliche Nachricht --------\nKlatch',
  "-----Message d'origine-----\nKlatch",
  '-----Mensaje original-----\nKlatch',
  '-----Messaggio originale-----\nKlatch',
  '-----Oorspronkelijk bericht-----\nKlatch',
  '-----Wiadomość oryginalna-----\nKlatch',
  '-----Mensagem original-----\nKlatch',
  '-----Исходное сообщение-----\nKlatch',
  '-----元のメッセージ-----\nKlatch',
  '------------------ 原始邮件 ------------------\nKlatch',
  '-----الرسالة الأصلية-----\nKlatch',
  '-----הודעה מקורית-----\nKlatch',
  // Yahoo's text has no marks before the lines of a quote, and Outlook's for phones neither.
  'On Saturday, November 21, 2026 at 12:00:00 PM GMT+1, Klatch <chat@klatch.example> wrote:',
  'Am 21.11.2026 um 12:00 schrieb Klatch <chat@klatch.example>:',
  '---- On Sat, 21 Nov 2026 12:00:00 +0100 Klatch <chat@klatch.example> wrote ----',
];

/** What phones and programs write below each mail. */
export const DEVICE_LINES: readonly string[] = [
  'Sent from my iPhone',
  'Sent from my Galaxy',
  'Sent from my Android device with K-9 Mail. Please excuse my brevity.',
  'Sent from Outlook for iOS',
  'Get Outlook for iOS<https://aka.ms/o0ukef>',
  'Get [Outlook for Android](https://aka.ms/AAb9ysg)',
  'Sent from Yahoo Mail for iPhone',
  'Sent with Proton Mail secure email.',
  'Sent via Superhuman iOS',
  'Sent from Mail for Windows',
  'Von meinem iPhone gesendet',
  'Gesendet von Outlook für iOS',
  'Holen Sie sich Outlook für iOS',
  'Diese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.',
  'Gesendet mit der GMX Mail App',
  'Envoyé de mon iPhone',
  'Télécharger Outlook pour iOS',
  'Enviado desde mi iPhone',
  'Obtener Outlook para Android',
  'Inviato da iPhone',
  'Ottieni Outlook per iOS',
  'Verstuurd vanaf mijn iPhone',
  'Outlook voor iOS downloaden',
  'Wysłane z iPhone’a',
  'Pobierz aplikację Outlook dla systemu iOS',
  'Enviado do meu iPhone',
  'Obter o Outlook para iOS',
  'Отправлено с iPhone',
  'Получить Outlook для iOS',
  'iPhoneから送信',
  'Outlook for iOS を入手',
  '发自我的iPhone',
  '获取 Outlook for iOS',
  'أُرسلت من الـ iPhone',
  'الحصول على Outlook for iOS',
  'נשלח מה-iPhone שלי',
  'קבל את Outlook עבור iOS',
];

/** Replies that look as if they ended with a quote or a signature, but do not. */
export const WHOLE_TEXTS: readonly string[] = [
  'On Monday he wrote:\nthe plan is good.\n\nI agree.',
  'Agenda\n---\nTomatoes\n\n===\nPears\n\n****\nNuts',
  'First\n\n- one\n- two\n\n-- not a signature\n\nLast',
  'From: my garden\nwith love',
  'Regarding the mail from my phone: it works.',
  'We sent from the harbor two boxes.\n\nSent from the harbor: two boxes.',
  'Did you see that Outlook on Android crashes?',
  'Download the report first.\n\nDownload it from the office, please.',
  'Best regards to your mother, and tell her that the pears are ripe.\nThey really are.',
  'Cheers to all.\n\nWe won the cup!',
  'See the mail of 12:00 from max@example.com:\nit has all numbers.',
  'I wrote on 21.11.2026:\nall is well.',
  'On 21 Nov 2026 at 12:00 max@example.com wrote\nthat all is well.',
  'Please book this:\n\nFrom: Berlin\nTo: Hamburg\nDate: tomorrow\n\nThe hotel is booked.',
  'We meet here:\n\nDate: tomorrow\nFrom: 10:00\nTo: 12:00\nMail: max@example.com\n\nBring your tools.',
  'Please book this: From: Berlin To: Hamburg Date: tomorrow.\n\nThe hotel is booked.',
  'We meet here:\n\nFrom: 10:00 To: 12:00 Mail: max@example.com Date: tomorrow\n\nBring your tools.',
  'It is done.\n\nBest regards,\nMia\n\nPS: bring the ladder',
  '---------- Forwarded message ---------\nFrom: Max <max@example.com>\nDate: Sat, Nov 21, 2026 at 12:00 PM\nSubject: Pears\nTo: Mia <mia@example.com>\n\nThe pears are ripe.',
  'Look at this:\n\nBegin forwarded message:\n\nFrom: Max <max@example.com>\nSubject: Pears\nDate: 21. November 2026\nTo: Mia\n\nThe pears are ripe.',
  'Code:\n\n    if (a > b) {\n      return;\n    }\n\nThat is all.',
  'One\n\n--\n' + Array.from({ length: 20 }, (_, at) => `Line ${at}`).join('\n'),
];

/** What mailing lists write below each mail. */
export const LIST_FOOTERS: readonly string[] = [
  '_______________________________________________\ngarden mailing list\ngarden@lists.example.com\nhttps://lists.example.com/mailman/listinfo/garden',
  '__\ngarden-users mailing list\ngarden-users@lists.example.com\nhttps://lists.example.com/listinfo/garden-users',
  '_______________________________________________\nThe garden -- garden@lists.example.com\nTo unsubscribe send an email to garden-leave@lists.example.com',
  '_______________________________________________\ngarden Mailingliste\nJetzt austragen: garden-leave@lists.example.com, Fragen an garden@lists.example.com',
];

/** Signatures of Mia Miller that nothing marks but her name. */
export const NAMED_SIGNATURES: readonly string[] = [
  'Mia Miller | Gardener\nGarden Tools',
  'Mia P. Miller | Gardener\nGarden Tools',
  'Mia Miller\nGardener\n+49 30 1234567',
  'Mia Miller\nmia@example.com',
  'mia miller\nwww.example.com',
  '-Mia',
  '-Mia Miller',
  '--Mia',
  '— Mia',
];

/** Texts of Mia Miller that end with her name or with a rule, but not with a signature. */
export const NAMED_TEXTS: readonly string[] = [
  'Who brings the ladder?\n\nMia Miller',
  'The team:\n\nMia Miller\nMax Meyer',
  'Points:\n\nMia Miller | 3\nMax Meyer | 4',
  'Who comes?\n\n- Max\n- Mia',
  'Who comes?\n\n- Mia',
  'Nobody comes but\n-Max',
  'It is done.\n\nMax Meyer | Gardener\nGarden Tools',
  'Call her:\n\nMia Schmidt\n+49 30 1234567',
  'Mia Miller\n+49 30 1234567',
  'Fill in:\n\n____________\nName\n\n____________\nmia@example.com',
];

const QUOTE = '<div>Are the tomatoes ripe?</div><div>And the pears?</div>';

/** Replies in HTML, as mail programs write them, with `TEXT` for the reply. */
export const HTML_SHAPES: Readonly<Record<string, string>> = {
  Gmail: `<div dir="ltr">TEXT</div><br><div class="gmail_quote gmail_quote_container"><div dir="ltr" class="gmail_attr">On Sat Klatch wrote:<br></div><blockquote class="gmail_quote" style="margin:0px">${QUOTE}</blockquote></div>`,
  'Gmail with a signature': `<div dir="ltr">TEXT<div><br></div><span class="gmail_signature_prefix">-- </span><br><div dir="ltr" class="gmail_signature">Mia<div>Gardener</div></div></div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sat Klatch wrote:<br></div><blockquote class="gmail_quote">${QUOTE}</blockquote></div>`,
  Thunderbird: `<body><p>TEXT</p><div class="moz-cite-prefix">On 11/21/26 12:00, Klatch wrote:<br></div><blockquote type="cite" cite="mid:1@x">${QUOTE}</blockquote><pre class="moz-signature" cols="72">-- \nMia</pre></body>`,
  'Apple Mail': `<body style="overflow-wrap: break-word;"><div>TEXT</div><div><br><blockquote type="cite"><div>On 21. Nov 2026, at 12:00, Klatch &lt;chat@klatch.example&gt; wrote:</div><br class="Apple-interchange-newline"><div>${QUOTE}</div></blockquote></div></body>`,
  'Apple Mail on a phone': `<body dir="auto">TEXT<br id="lineBreakAtBeginningOfSignature"><div dir="ltr">Sent from my iPhone</div><div dir="ltr"><br><blockquote type="cite">On 21. Nov 2026, at 12:00, Klatch &lt;chat@klatch.example&gt; wrote:<br><br></blockquote></div><blockquote type="cite"><div dir="ltr">${QUOTE}</div></blockquote></body>`,
  'Outlook on a desk': `<div class="WordSection1"><p class="MsoNormal">TEXT</p><p class="MsoNormal">&nbsp;</p><div><div style="border:none;border-top:solid #E1E1E1 1.0pt"><p class="MsoNormal"><b>From:</b> Klatch &lt;chat@klatch.example&gt; <br><b>Sent:</b> Saturday, November 21, 2026 12:00 PM<br><b>To:</b> Mia &lt;mia@example.com&gt;<br><b>Subject:</b> garden</p></div></div><p class="MsoNormal">Are the tomatoes ripe?</p><p>And the pears?</p></div>`,
  'Outlook on the web': `<div class="elementToProof">TEXT</div><div id="Signature"><div>Mia</div><div>Gardener</div></div><div id="appendonsend"></div><hr style="width:98%"><div id="divRplyFwdMsg" dir="ltr"><b>Feladó:</b> Klatch<br><b>Elküldve:</b> 2026. november 21.<br></div>${QUOTE}`,
  'Outlook on a phone': `<div dir="auto">TEXT</div><div id="ms-outlook-mobile-signature">Get <a href="https://aka.ms/o0ukef">Outlook for iOS</a></div><hr><div id="divRplyFwdMsg"><strong>From:</strong> Klatch<br></div>${QUOTE}`,
  Yahoo: `<div class="ydp1"><div>TEXT</div><div><br></div></div><div class="yahoo_quoted"><div>On Saturday, November 21, 2026 at 12:00:00 PM GMT+1, Klatch wrote:</div><div><br></div>${QUOTE}</div>`,
  Proton: `<div style="font-family: Arial">TEXT</div><div class="protonmail_signature_block"><div class="protonmail_signature_block-proton">Sent with <a href="https://proton.me/">Proton Mail</a> secure email.</div></div><div class="protonmail_quote">On Saturday, November 21st, 2026 at 12:00, Klatch &lt;chat@klatch.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">${QUOTE}</blockquote><br></div>`,
  'Thunderbird for Android': `<html><body>TEXT<br><br><div class="gmail_quote"><div dir="auto">On November 21, 2026 12:00:00 PM GMT+01:00, Klatch &lt;chat@klatch.example&gt; wrote:</div><blockquote class="gmail_quote">${QUOTE}</blockquote></div></body></html>`,
  Samsung: `<div dir="auto">TEXT</div><div dir="auto"><br></div><div id="composer_signature" dir="auto">Sent from my Galaxy</div><div><br></div><div align="left" style="color:#000000"><div>-------- Original message --------</div><div>From: Klatch &lt;chat@klatch.example&gt; </div><div>Date: 11/21/26  12:00 PM  (GMT+01:00) </div><div>To: Mia </div><div>Subject: garden </div></div>${QUOTE}`,
  Superhuman: `<div><div>TEXT</div><div><br></div><div class="sh-signature"><div class="gmail_signature">Sent via <a href="https://sprh.mn/">Superhuman</a></div></div><br><div class="gmail_quote">On Sat, Nov 21, 2026 at 12:00 PM, Klatch <span>&lt;<a href="mailto:chat@klatch.example">chat@klatch.example</a>&gt;</span> wrote:<br><blockquote class="gmail_quote sh-color">${QUOTE}</blockquote></div></div>`,
};

/** Replies in HTML between the lines of the quote. */
export const INLINE_SHAPES: Readonly<Record<string, string>> = {
  Gmail:
    '<div dir="ltr"><br></div><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sat Klatch wrote:<br></div><blockquote class="gmail_quote">Are the tomatoes ripe?</blockquote><div>Yes, they are.</div><blockquote class="gmail_quote">And the pears?</blockquote><div>Not yet.</div></div>',
  Thunderbird:
    '<div class="moz-cite-prefix">On 11/21/26 12:00, Klatch wrote:<br></div><blockquote type="cite"><p>Are the tomatoes ripe?</p></blockquote><p>Yes, they are.</p><blockquote type="cite"><p>And the pears?</p></blockquote><p>Not yet.</p>',
  'Apple Mail':
    '<blockquote type="cite"><div>On 21. Nov 2026, at 12:00, Klatch &lt;chat@klatch.example&gt; wrote:</div><div>Are the tomatoes ripe?</div></blockquote><div>Yes, they are.</div><blockquote type="cite"><div>And the pears?</div></blockquote><div>Not yet.</div>',
  Proton:
    '<div class="protonmail_quote">On Saturday, November 21st, 2026 at 12:00, Klatch &lt;chat@klatch.example&gt; wrote:<br><blockquote class="protonmail_quote" type="cite">Are the tomatoes ripe?</blockquote><div>Yes, they are.</div><blockquote class="protonmail_quote" type="cite">And the pears?</blockquote><div>Not yet.</div></div>',
};
