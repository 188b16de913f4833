// What mail programs write around the mail that is answered, in the languages of the interface and a few more.

/** The longest lines that are compared; authors of longer ones are people. */
const LONGEST = 400;
const LONGEST_SIGNATURE_LINE = 160;

const DATE = /\p{Nd}{1,4}[./-]\p{Nd}|\p{Nd}{4}|\p{Nd} ?[年月]/u;
const TIME = /\p{Nd}[:.h時点]\p{Nd}{2}/u;
const ADDRESS = /[^\s<>"()]@[^\s<>"()]/;
const WROTE =
  /wrote|writes|schrieb|écrit|escribió|scritto|scrive|schreef|geschreven|napisa|pisze|escreveu|пишет|писал|メール|メッセージ|書きました|写道|寫道|كتب|كتابة|כתב|skrev|kirjoitti|작성/iu;
/** How attributions begin: with a word, or with a day. */
const FIRST_WORD =
  /^(?:on|am|le|el|il|op|em|in data|w dniu|dnia|wiadomość napisana|den|pe|в|在|于|في|ב|בתאריך)(?![\p{L}\p{M}])/iu;
const FIRST_DAY = /^(?:\p{L}{2,4}\.?, ?)?\p{Nd}/u;
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The end of Zoho's attributions, which have a time with seconds but no colon, and often dashes around them. */
const ZOHO_END = new RegExp(`\\p{Nd}:\\p{Nd}{2}:\\p{Nd}{2} .*(?:${WROTE.source})[\\p{L}()/]{0,6}(?: -{2,8})?$`, 'iu');

/** Whether lines name the author of a quote, such as "On Monday at 12:00, Max wrote:". */
export function isAttribution(text: string): boolean {
  const plain = text.replace(MARKS, '').trimEnd();
  if (plain.length > LONGEST) return false;
  if (!/[:：][*_]{0,2}$/.test(plain)) return isZohoAttribution(plain);
  if (DATE.test(plain) || TIME.test(plain)) return ADDRESS.test(plain) || WROTE.test(plain);
  // Some dates have neither a year nor a time: "On Wed, Dec 9, Max <max@example.com> wrote:".
  return (
    FIRST_WORD.test(plain) &&
    /\p{Nd}/u.test(plain) &&
    /<[^\s<>@]{1,64}@[^\s<>]{1,255}>/.test(plain) &&
    WROTE.test(plain)
  );
}

const isZohoAttribution = (plain: string): boolean =>
  FIRST_WORD.test(plain.replace(/^-{2,8} /, '')) && ADDRESS.test(plain) && ZOHO_END.test(plain);

/** Whether they do so with so much detail that only programs write it. */
export const isDetailedAttribution = (text: string): boolean =>
  isAttribution(text) && TIME.test(text) && (ADDRESS.test(text) || DATE.test(text));

/** Whether a line begins as attributions do: with a word such as "On". */
export const beginsWithWord = (line: string): boolean => FIRST_WORD.test(line.replace(MARKS, ''));
/** The same, or with a day. Lines that continue an attribution can do so, too. */
export const beginsWithDay = (line: string): boolean => FIRST_DAY.test(line.replace(MARKS, ''));

const FROM =
  /^(?:from|von|de|da|van|od|от|от кого|差出人|送信者|发件人|寄件者|寄件人|من|מאת|från|fra|lähettäjä)\s?[:：]/iu;
const OTHERS = new RegExp(
  `^(?:${[
    'sent|date|to|cc|subject|gesendet|datum|an|betreff|envoyé|à|objet',
    'sujet|enviado|enviada|enviado el|enviado em|enviada em|fecha|para|asunto|assunto',
    'inviato|data|a|oggetto|verzonden|aan|onderwerp|wysłano|wysłane|do|dw|temat',
    'отправлено|дата|кому|копия|тема|送信日時|送信日|日付|日時|宛先|件名|发送时间|发送日期|时间|日期|收件人|抄送|主题|主旨',
    'تاريخ الإرسال|تم الإرسال|أرسلت|التاريخ|إلى|نسخة|الموضوع|נשלח|תאריך|אל|עותק|נושא',
    'skickat|till|ämne|sendt|til|emne|lähetetty|aihe',
  ].join('|')})\\s?[:：]`,
  'iu',
);
/** The lines in which the fields of a block are looked for. */
const BLOCK_LINES = 8;

/**
 * Whether lines begin with the fields of a mail: From, Sent, To, Subject. Authors write "From: Berlin", "To: Hamburg"
 * and "Date: today", too. Therefore these three are only enough with an address. Some programs write several fields on
 * a line.
 */
export function isHeaderBlock(lines: readonly string[]): boolean {
  const fields = lines.slice(0, BLOCK_LINES).map(withoutMarks).flatMap(splitFields).filter(isField);
  if (!isField(withoutMarks(lines[0] ?? '')) || !fields.some((line) => FROM.test(line))) return false;
  const others = fields.filter((line) => OTHERS.test(line)).length;
  return others + Number(FROM.test(fields[0]!)) + Number(fields.some((line) => ADDRESS.test(line))) >= 4;
}

/** Splits a line before each word that a colon follows. */
const splitFields = (line: string): string[] => line.split(/ (?=\p{L}{1,20}(?: \p{L}{2})? ?[:：] )/u);

const isField = (line: string): boolean => FROM.test(line) || OTHERS.test(line);

/** Without emphasis and marks of direction. */
const withoutMarks = (line: string): string => line.replace(MARKS, '').replace(/[*_]/g, '').trimStart();

const ORIGINAL =
  /^-{2,40} ?(?:original (?:message|appointment|email)|ursprüngliche nachricht|originalnachricht|message d['’]origine|message original|mensaje original|messaggio originale|oorspronkelijk bericht|origineel bericht|wiadomość oryginalna|oryginalna wiadomość|mensagem original|исходное сообщение|元のメッセージ|原始邮件|原始消息|邮件原件|الرسالة الأصلية|הודעה מקורית|oprindelig besked|ursprungligt meddelande) ?-{0,40}$/iu;

/** Whether a line stands between a reply and the mail that is answered, such as "-----Original Message-----". */
export const isSeparator = (line: string): boolean => ORIGINAL.test(withoutMarks(line));

/** Whether a line has no letters: it only separates. */
export const isRule = (line: string): boolean => /^[-_=*\s]+$/.test(line);

const FORWARDED =
  /^-{0,40} ?(?:begin forwarded message|forwarded message|weitergeleitete nachricht|anfang der weitergeleiteten|message transféré|début du message|mensaje reenviado|inicio del mensaje|messaggio inoltrato|inizio messaggio|doorgestuurd bericht|begin doorgestuurd|przekazana wiadomość|treść przekazanej|mensagem encaminhada|início da mensagem|пересылаемое сообщение|пересланное сообщение|начало перенаправленного|転送メッセージ|転送された|转发的|转发邮件|الرسالة المعاد توجيهها|رسالة معاد|הודעה שהועברה)/iu;

/** Whether a line says that a forwarded mail follows. Its sender wants others to read it. */
export const isForwardLine = (line: string): boolean => FORWARDED.test(withoutMarks(line));

const SENT =
  /^(?:sent (?:from|with|via)|gesendet (?:von|mit|aus)|von mein|diese nachricht wurde|envoyé|enviad[oa] |inviato |verzonden |verstuurd |wysłan|отправлено |发自|发送自|أُ?رسل|تم الإرسال|נשלח |sendt fra|skickat från|lähetetty)|から送信/iu;
const DEVICE =
  /iphone|ipad|android|galaxy|samsung|huawei|xiaomi|pixel|blackberry|outlook|windows|yahoo|proton|superhuman|k-9|thunderbird|fairemail|mail[- ]app|mail (?:for|für|pour|para|per|voor|dla|для)|gmx|web\.de|aol|mobile|smartphone|mobilgerät|handy|phone|móvil|celular|cellulare|telefo|телефон|мобильн|スマートフォン|手机|الهاتف|הנייד/iu;
const OUTLOOK = /outlook.{1,20}(?:ios|android|mac|windows)/iu;
const GET =
  /^(?:get |holen sie|laden sie|télécharge|obtene|obtén|descarga|ottieni|scarica|download|pobierz|obter|obtenha|baixar|baixe|получ|загруз|скача|获取|下载|الحصول|احصل|קבל|השג|הורד)|を入手|をダウンロード|(?:beziehen|herunterladen|downloaden)\.?$/iu;

/** Whether a line is what a phone or program writes below each mail: "Sent from my iPhone", "Get Outlook for iOS". */
export function isDeviceLine(line: string): boolean {
  const plain = withoutMarks(line)
    .replace(/\]\([^()\s]{0,500}\)/g, '')
    .replace(/<?https?:[^\s<>]{1,500}>?/g, '')
    .replaceAll('[', '')
    .trim();
  if (plain.length > LONGEST_SIGNATURE_LINE || plain.endsWith('?')) return false;
  return (SENT.test(plain) && DEVICE.test(plain)) || (GET.test(plain) && OUTLOOK.test(plain));
}

const CLOSING =
  /^(?:(?:with )?(?:best|kind|warm|kindest|warmest)? ?regards|best wishes|cheers|(?:yours )?sincerely|yours truly|(?:mit )?(?:freundlichen?|besten?|lieben?|herzlichen?|vielen?) grü(?:ß|ss)en?|lg|mfg|vg|(?:bien )?cordialement|bien à (?:vous|toi)|amicalement|(?:un )?(?:cordial )?saludos?(?: cordiales)?|atentamente|(?:cordiali|distinti) saluti|(?:met )?(?:vriendelijke|hartelijke) groet(?:en)?|mvg|(?:med )?venn?lig hilsen|(?:med )?vänliga? hälsning(?:ar)?|mvh|(?:ystävällisin )?terveisin|pozdrawiam|z poważaniem|atenciosamente|cumprimentos|с уважением|с наилучшими пожеланиями|敬具|此致|(?:مع )?تحياتي|בברכה)[,!.，،]?$/iu;

/** Whether a line is the closing of a letter, below which its sender's name and address follow. */
export const isClosing = (line: string): boolean =>
  line.length < 60 &&
  line
    .replace(EMOJI_END, '')
    .split(/ [/|] /)
    .every((part) => CLOSING.test(part.trim()));

const EMOJI_END = /(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f){1,20}$/u;

const POSTSCRIPT = /^p\.?\s?[sd](?:[.:,\s]|$)/i;
const ABBREVIATION = /[\s,](?:inc|ltd|corp|co|jr|sr|s\.a|s\.r\.l|s\.p\.a|b\.v|n\.v|e\.v|z o\.o)\.$/iu;

/** Whether a line below a closing can be a part of the name and the address, and is no postscript and no sentence. */
export const isNameOrAddress = (line: string): boolean =>
  line.length <= 80 && !POSTSCRIPT.test(line.trim()) && (!/[.!?。]$/.test(line) || ABBREVIATION.test(line));
