/** Where an image belongs; each place has at most one. */
export type Slot = `avatar/${number}` | `emoji/${number}` | RealmSlot;
export const REALM_SLOTS = ['icon', 'logo', 'night_logo'] as const;
export type RealmSlot = (typeof REALM_SLOTS)[number];

/** A file of an image, by its key on disk. */
export interface PictureFile {
  key: string;
  type: string;
}

/** An image in its forms. */
export interface Picture {
  /** Rises with every new image. */
  id: number;
  /** Random, so that the address cannot be guessed. */
  name: string;
  files: PictureFiles;
}

/** `medium`: larger; `still`: the first frame of an animated image. */
export type PictureFiles = { usual: PictureFile; medium?: PictureFile; still?: PictureFile };
