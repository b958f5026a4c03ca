/** SMTP server that stores the mails it accepts. */
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string;
  messageId: string;
  text: string;
}

export interface MailServer {
  url: string;
  taken: ReceivedMail[];
  /** Rejects mails to an address with this code: 4xx is temporary, 5xx permanent. */
  refuse(address: string, code: number): void;
  /** While away, it rejects every connection at the greeting. */
  setAway(away: boolean): void;
  close(): Promise<void>;
}

export async function startMailServer(options: { delayMs?: number } = {}): Promise<MailServer> {
  const taken: ReceivedMail[] = [];
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
        const accept = () => {
          taken.push({
            to: session.envelope.rcptTo[0]?.address ?? '',
            messageId: /^Message-ID:\s+(\S+)/im.exec(text)?.[1] ?? '',
            text,
          });
          done();
        };
        if (options.delayMs) setTimeout(accept, options.delayMs);
        else accept();
      });
    },
  });
  // The tests kill clients, which breaks their connections.
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
