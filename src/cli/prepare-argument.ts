/** The arguments that start processes of a server. They are not commands: prepare.ts, workers/worker.ts. */
export const PREPARING = 'prepare-database';
export const WORKING = 'work-for-server';
