/** The URLs of the avatars that this page has shown. */
export const shownAvatars = new Set<string>();

/** The images whose avatars are loaded next. */
export const avatarQueue = new Set<HTMLImageElement>();
