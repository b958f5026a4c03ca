/** A real SMTP server that keeps what it took. */
import { SMTPServer } from 'smtp-server';

export interface TakenMail {
  to: string;
  messageId: string;
  text: string;
}

export interface MailServer {
  url: string;
  taken: TakenMail[];
  /** What it says to an address instead of taking the mail: 4xx is "later", 5xx is "never". */
  refuse(address: string, code: number): void;
  /** While away it ends every connection at the greeting. */
  setAway(away: boolean): void;
  close(): Promise<void>;
}

export async function startMailServer(options: { delayMs?: number } = {}): Promise<MailServer> {
  const taken: TakenMail[] = [];
  const refusals = new Map<string, number>();
  let away = false;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onConnect: (_session, done) => done(away ? withCode('away', 421) : null),
    onMailFrom: (_address, _session, done) => done(away ? withCode('away', 421) : null),
    onRcptTo(address, _session, done) {
      const code = refusals.get(address.address);
      done(code ? withCode('refused', code) : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        const keep = () => {
          taken.push({
            to: session.envelope.rcptTo[0]?.address ?? '',
            messageId: /^Message-ID:\s+(\S+)/im.exec(text)?.[1] ?? '',
            text,
          });
          done();
        };
        if (options.delayMs) setTimeout(keep, options.delayMs);
        else keep();
      });
    },
  });
  // A client that is killed breaks its connection, which is the point.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as { port: number };
  return {
    url: `smtp://127.0.0.1:${port}`,
    taken,
    refuse: (address, code) => refusals.set(address, code),
    setAway: (value) => {
      away = value;
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

function withCode(message: string, responseCode: number): Error {
  return Object.assign(new Error(message), { responseCode });
}
