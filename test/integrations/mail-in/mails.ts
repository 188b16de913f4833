/** The parts of a mail as a person's mail program writes it. */
export interface MailParts {
  from?: string;
  to: string;
  subject?: string;
  id?: string;
  headers?: readonly string[];
  type?: string;
  body: string;
}

let count = 0;

/** A mail as bytes. */
export function mail({ from = 'Mia <mia@example.com>', to, subject = 'Tomatoes', id, ...rest }: MailParts): Buffer {
  count += 1;
  const { headers = [], type = 'text/plain; charset=utf-8', body } = rest;
  const lines = [
    `From: ${from}`,
    `To: ${to}`,
    `Subject: ${subject}`,
    `Message-ID: <${id ?? `${count}@mail.example.com`}>`,
    'Date: Sat, 21 Nov 2026 12:00:00 +0000',
    'MIME-Version: 1.0',
    ...headers,
    `Content-Type: ${type}`,
    '',
    body,
  ];
  return Buffer.from(lines.join('\n').replaceAll('\n', '\r\n'));
}

/** The body of a mail of several parts, each with its headers. */
export const multipart = (boundary: string, ...parts: string[]): string =>
  `${parts.map((part) => `--${boundary}\n${part}\n`).join('')}--${boundary}--\n`;

const HTML = 'Content-Type: text/html; charset=utf-8\n\n';
const TEXT = 'Content-Type: text/plain; charset=utf-8\n\n';
const alternative = (text: string, html: string) => ({
  type: 'multipart/alternative; boundary="b1"',
  body: multipart('b1', TEXT + text, HTML + html),
});

/** Replies to a notification as mail programs write them. Each says "Yes, they are ripe." */
export const REPLIES: Readonly<Record<string, { type?: string; body: string }>> = {
  Thunderbird: {
    body: 'Yes, they are ripe.\n\nOn 21.11.26 12:00, Klatch wrote:\n> Max: Are the tomatoes ripe?\n> Reply to this e-mail\n',
  },
  'Thunderbird in German': {
    body: 'Yes, they are ripe.\n\nAm 21.11.26 um 12:00 schrieb Klatch:\n> Max: Are the tomatoes ripe?\n',
  },
  Gmail: alternative(
    'Yes, they are ripe.\n\nOn Sat, Nov 21, 2026 at 12:00 PM Klatch <\nchat@klatch.example> wrote:\n\n> Max: Are the tomatoes ripe?\n>\n',
    '<div dir="ltr">Yes, they are ripe.</div><br><div class="gmail_quote"><div dir="ltr" class="gmail_attr">On Sat Klatch wrote:<br></div><blockquote class="gmail_quote">Max: Are the tomatoes ripe?</blockquote></div>',
  ),
  Outlook: alternative(
    'Yes, they are ripe.\n\n________________________________\nFrom: Klatch <chat@klatch.example>\nSent: Saturday, November 21, 2026 12:00 PM\nTo: Mia <mia@example.com>\nSubject: garden\n\nMax: Are the tomatoes ripe?\n',
    '<div>Yes, they are ripe.</div><div id="appendonsend"></div><hr><div id="divRplyFwdMsg"><b>From:</b> Klatch</div><div>Max: Are the tomatoes ripe?</div>',
  ),
  'Apple Mail': alternative(
    'Yes, they are ripe.\n\nSent from my iPhone\n\n> On 21. Nov 2026, at 12:00, Klatch <chat@klatch.example> wrote:\n> \n> Max: Are the tomatoes ripe?\n',
    '<html><body>Yes, they are ripe.<br><br><blockquote type="cite">On 21. Nov Klatch wrote:<br>Max: Are the tomatoes ripe?</blockquote></body></html>',
  ),
  'Gmail without plain text': {
    type: 'text/html; charset=utf-8',
    body: '<div dir="ltr">Yes, they are ripe.</div><div class="gmail_quote"><div class="gmail_attr">On Sat Klatch wrote:<br></div><blockquote>Max: Are the tomatoes ripe?</blockquote></div>',
  },
};
