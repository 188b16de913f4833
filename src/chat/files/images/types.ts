/** Where a picture belongs; there is one at each place, or none. */
export type Slot = `avatar/${number}` | `emoji/${number}` | RealmSlot;
export const REALM_SLOTS = ['icon', 'logo', 'night_logo'] as const;
export type RealmSlot = (typeof REALM_SLOTS)[number];

/** A file of a picture, by its key on disk. */
export interface PictureFile {
  key: string;
  type: string;
}

/** A picture in its forms. */
export interface Picture {
  /** Rises with every new picture. */
  id: number;
  /** Random: who does not know it cannot guess the address. */
  name: string;
  files: PictureFiles;
}

/** `medium`: larger; `still`: the first frame of one that moves. */
export type PictureFiles = { usual: PictureFile; medium?: PictureFile; still?: PictureFile };
