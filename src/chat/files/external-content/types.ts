/** A page's metadata for a preview. */
export interface Preview {
  /** '': none. */
  title: string;
  description: string;
  /** The absolute URL of its image. */
  image: string;
}
