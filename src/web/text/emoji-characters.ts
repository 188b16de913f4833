/** Characters that are not displayed as emoji without a variation selector, for example a heart in Firefox. */
const PLAIN = /(?!\p{Emoji_Presentation})\p{Emoji}(?!\ufe0f|\p{Emoji_Modifier})/gu;

/** The emoji of a code: hexadecimal code points joined with dashes. */
export const makeCharacter = (code: string): string => {
  try {
    return String.fromCodePoint(...code.split('-').map((point) => Number.parseInt(point, 16))).replace(
      PLAIN,
      '$&\ufe0f',
    );
  } catch {
    return '�';
  }
};
