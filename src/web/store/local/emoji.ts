import { signal } from '@preact/signals';
import type { SkinTone } from '../../text/skin-tones.ts';
import type { Message } from '../narrow.ts';

export interface Emoji {
  emoji_name: string;
  emoji_code: string;
  reaction_type: Message['reactions'][number]['reaction_type'];
}

/** An emoji that can be picked. */
export interface PickableEmoji extends Emoji {
  /** The main name comes first. */
  names: readonly string[];
  /** The image URL of a custom emoji. */
  url?: string;
}

interface EmojiCategory {
  name: string;
  signs: readonly PickableEmoji[];
}

interface EmojiTable {
  categories: readonly EmojiCategory[];
  byCode: ReadonlyMap<string, PickableEmoji>;
}

/** The server's emoji table, once it is loaded. */
export const emojiTable = signal<EmojiTable | undefined>(undefined);

/** The skin tone of people and hands; undefined until the browser's storage is read. */
export const skinTone = signal<SkinTone | undefined>(undefined);

/** A usage weight for each emoji; recent uses count more. Entries of older versions have no name. */
export type EmojiWeight = [key: string, weight: number, name?: string];

/** How often the user uses each emoji, once it is read from the browser's storage. */
export const emojiUse: { weights?: readonly EmojiWeight[] } = {};
