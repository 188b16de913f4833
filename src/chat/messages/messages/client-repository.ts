import type { Database } from '../../../kernel/db/database.ts';

/** Statements on the names of the programs that send messages. */
export const clientStatements = (db: Database) => {
  const clientId = db.value<number>('SELECT id FROM client WHERE name = ?');
  const clientName = db.value<string>('SELECT name FROM client WHERE id = ?');
  const addClient = db.run<[name: string]>('INSERT INTO client (name) VALUES (?)');
  const clients = db.cached(['client'], (name: string) => clientId(name), 1000);
  const clientNames = db.cached(['client'], (id: number) => clientName(id), 1000);

  return {
    /** The id of a sending client's name. */
    client: (name: string): number => clients.get(name) ?? addClient(name).id,
    clientName: (id: number): string => clientNames.get(id) ?? '',
  };
};
