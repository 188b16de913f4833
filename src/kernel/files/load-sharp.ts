/** Loaded with the first picture. In the one executable it comes out of that (scripts/build). */
export const loadSharp = async (): Promise<typeof import('sharp')['default']> => (await import('sharp')).default;
