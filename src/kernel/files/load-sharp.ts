/** Loaded with the first image. The executable contains it (scripts/build). */
export const loadSharp = async (): Promise<typeof import('sharp')['default']> => (await import('sharp')).default;
