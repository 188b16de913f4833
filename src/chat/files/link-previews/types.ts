/** What a page says of itself, for those who only saw its address. */
export interface Preview {
  /** '': none. */
  title: string;
  description: string;
  /** The absolute address of its picture. */
  image: string;
}
