/** The argument that starts the process of prepare.ts. It is not a command. */
export const PREPARING = 'prepare-database';
