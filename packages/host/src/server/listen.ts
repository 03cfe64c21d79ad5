import type { Server } from 'node:http';
import type { Result } from '@bureau/engine';

/** Listens on the loopback, on the first of these ports that is free (0: any). */
export async function listen(server: Server, ports: readonly number[]): Promise<Result<{ readonly port: number }>> {
  let last: unknown = null;
  for (const port of ports) {
    try {
      await new Promise<void>((resolve, reject) => {
        server.once('error', reject);
        server.listen({ host: '127.0.0.1', port, exclusive: true }, () => {
          server.off('error', reject);
          resolve();
        });
      });
      const address = server.address();
      if (address !== null && typeof address === 'object') return { ok: true, port: address.port };
    } catch (error) {
      last = error;
    }
  }
  const code = last instanceof Error && 'code' in last ? last.code : '';
  const message =
    code === 'EADDRINUSE'
      ? `Port ${ports.join(', ')} is used by another program. Name another one with --port, or leave it out.`
      : code === 'EACCES'
        ? `You may not use port ${ports.join(', ')}. Take one above 1023, or leave --port out.`
        : `Bureau could not listen on this computer's own address (127.0.0.1): ${last instanceof Error ? last.message : String(last)}`;
  return { ok: false, error: { code: 'port', message } };
}
