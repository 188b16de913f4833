import { Type } from 'typebox';

/** The providers whose API this server speaks. Others that are compatible are used with their own address. */
export type GifProvider = 'tenor' | 'giphy';

export const Gif = Type.Object({
  /** What it shows, in a few words. */
  title: Type.String(),
  /** The address that goes into a message. */
  url: Type.String(),
  /** A small version, at an address of this server, so that the provider does not see who searches. */
  preview_url: Type.String(),
  /** The same without motion. */
  still_url: Type.String(),
  /** Pixels of the preview. */
  width: Type.Integer(),
  height: Type.Integer(),
});

/** A GIF as a provider describes it. All addresses are the provider's. */
export interface FoundGif {
  title: string;
  url: string;
  preview: string;
  still: string;
  width: number;
  height: number;
}

export interface GifPage {
  gifs: FoundGif[];
  /** Where the next page starts; '': there is none. */
  next: string;
}
