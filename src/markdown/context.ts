import type { Env } from 'markdown-it';
import type { Directory } from './directory.ts';

/** The state of one rendering. It travels in markdown-it's `env`. */
export interface Context {
  readonly directory: Directory;
  /** Whether the current text is within a quote, where mentions are silent. */
  quoted: boolean;
  /** The number of table cells that may still be created. A few bytes of source could otherwise create very many. */
  cells: number;
  readonly users: Set<number>;
  readonly groups: Set<number>;
  channel: boolean;
  topic: boolean;
  link: boolean;
  image: boolean;
  attachment: boolean;
  /** External URLs that are linked outside of quotes. */
  readonly pages: Set<string>;
}

/** A link as written. */
export interface Link {
  readonly url: string;
  readonly text: string;
}

export function newContext(directory: Directory): Context {
  const nothing = { channel: false, topic: false, link: false, image: false, attachment: false };
  return { directory, quoted: false, cells: 4000, users: new Set(), groups: new Set(), pages: new Set(), ...nothing };
}

export const asEnv = (context: Context): Env => ({ context });

export const getContext = (env: Env): Context => env.context as Context;

/** Whether the URL is outside of this server and needs no name and password. */
export const isExternal = (url: string, origin: string | undefined): boolean =>
  /^https?:\/\/[^/?#@]+(?:[/?#]|$)/i.test(url) &&
  (!origin || !url.toLowerCase().startsWith(`${origin.toLowerCase()}/`));

const IMAGE = /\.(?:avif|bmp|gif|heic|jpe?g|png|tiff?|webp)$/i;

export function noteLink(context: Context, url: string): void {
  context.link = true;
  if (!context.quoted && isExternal(url, context.directory.origin)) context.pages.add(url);
  if (!url.startsWith('/user_uploads/')) return;
  context.attachment = true;
  context.image ||= IMAGE.test(url.split(/[?#]/, 1)[0]!);
}
