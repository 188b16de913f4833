/** The API's numbers of how a user follows a topic. */
export const POLICY = { none: 0, muted: 1, unmuted: 2, followed: 3 } as const;
