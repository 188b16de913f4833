/** Limits of a received mail. One that exceeds them is rejected before its content is decoded. */
export const MAIL_LIMITS = {
  /** Of the whole mail, in bytes. */
  bytes: 25 * 2 ** 20,
  /** Of all header fields together, in bytes. */
  headers: 128 * 1024,
  parts: 200,
  depth: 20,
  /** A base64 file of 25 MiB has 340,000. */
  lines: 400_000,
  /** Of a text that is converted, in characters; longer ones are cut. */
  text: 20_000,
  html: 500_000,
  /** Of all texts of a mail before they are decoded, in bytes; what is beyond is cut. */
  textBytes: 256 * 1024,
  htmlBytes: 2 * 2 ** 20,
  /** Of HTML that is converted; from other HTML, only the text is kept. */
  elements: 10_000,
  elementDepth: 100,
} as const;

/** A piece of a mail's text, in the order of the text. */
export interface Fragment {
  kind: 'text' | 'quote' | 'signature';
  content: string;
}

/** A file of a mail, which the reader has written to disk. */
export interface MailFile {
  path: string;
  name: string;
  size: number;
  /** By which the text refers to an inline image, without brackets. */
  contentId: string | undefined;
}

/** A received mail after decoding. */
export interface ReadMail {
  from: { name: string; address: string } | undefined;
  /** The addresses in To, Cc and the fields in which mail servers note the recipient. */
  recipients: string[];
  subject: string;
  /** Message-ID without brackets; undefined: none. */
  messageId: string | undefined;
  /** The Message-IDs in In-Reply-To and References, the newest first. */
  references: string[];
  /** Why this mail was sent by a program; undefined: by a person. */
  automatic: string | undefined;
  /** The values of Authentication-Results, the newest first. */
  authentication: string[];
  /** The plain text; empty: there is none. */
  text: Fragment[];
  /** The HTML as Markdown; empty: there is none, or the plain text is enough. */
  html: Fragment[];
  files: MailFile[];
}

/** Begin lines of a text that was HTML, as the HTML marks them: a signature, and the line above a quote. */
export const SIGNATURE_MARK = '\uE000';
export const ATTRIBUTION_MARK = '\uE001';
/** A line after which everything is quoted. */
export const QUOTE_MARK = '\uE004';
/** Markers around the Content-ID of an inline image in a fragment. Mails cannot contain them. */
export const IMAGE_START = '\uE002';
export const IMAGE_END = '\uE003';

/** Which mail to decode. */
export interface MailTask {
  path: string;
  /** An existing folder for the files of the mail. */
  folder: string;
  /** Whether the HTML is converted although there is a plain text. */
  prefersHtml: boolean;
}
