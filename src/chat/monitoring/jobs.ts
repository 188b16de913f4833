import { job } from '../declare.ts';

/** If nobody writes, only an attempt shows that the database is writable again. */
export const checkDisk = job({
  name: 'check the disk',
  every: 30,
  async run({ db, disk }) {
    if (!disk.hasFailed) return;
    db.checkWritable();
    await db.committed();
  },
});
