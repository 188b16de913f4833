import { job } from '../declare.ts';

/** While nobody writes, only an attempt shows that what is written can be saved again. */
export const checkDisk = job({
  name: 'check the disk',
  every: 30,
  async run({ db, disk }) {
    if (!disk.hasFailed) return;
    db.checkWritable();
    await db.committed();
  },
});
