import type { Role } from '../../domain/roles.ts';
import { rpc } from './desk.ts';
import { forTests, serverForTests, USUAL } from './server.ts';
import { signedIn } from './sign-in.ts';

/** A server for the tests around, and one person of each role, as whom its functions are called. */
export function teamForTests(engine = USUAL) {
  const server = serverForTests(engine);
  const listed = (role: Role) => signedIn(server, { administrator: true, role });
  const team = forTests(async () => ({
    direcao: await listed('direcao'),
    secretaria: await listed('secretaria'),
    professor: await listed('professor'),
  }));
  return {
    server,
    team,
    as: (role: Role, name: string, body: object = {}) => rpc(server, team[role].token, name, body),
    /** What the direção is answered. */
    ask: async (name: string, body: object = {}) => (await rpc(server, team.direcao.token, name, body)).body,
  };
}
