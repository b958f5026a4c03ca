/** Attempts to identify neighbours by drawing boundaries over their land and writing to them. */
import { api, type Boundary, type Message, type Overlap, type Problem, type Route } from '@ardhi/contract';
import { bboxOf, type Position, type Shape } from '@ardhi/geo';
import fc from 'fast-check';
import { afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { rectangle, setBoundary } from '../boundaries.ts';
import { newParcel } from '../land.ts';
import { type Built, PASSWORD, type Person, startModes, TESTED_MODES } from './built.ts';

// With an open directory all names are public anyway.
// One farmer saves more often here than the results of a day last: see neighbours.test.ts.
const running = startModes(TESTED_MODES, { LIMIT_BOUNDARY: '0', OVERLAP_RESULTS: '0', DIRECTORY: 'search' });

let app: Built;
let curious: Person;

/** South-west corner, width and height in steps of about eleven metres. */
type Field = [x: number, y: number, width: number, height: number];

async function newNeighbours(fields: Field[]): Promise<Person> {
  const neighbour = await app.as('farmer', 'Wanjikũ');
  for (const field of fields)
    await setBoundary(neighbour, (await newParcel(neighbour, { size: 0 }))._id, rectangle(...field));
  return neighbour;
}

const save = (landId: string, field: Field) =>
  curious.send<Boundary & Problem>(`PUT /land/${landId}/boundary`, {
    body: { geometry: rectangle(...field) },
  });
const codeOf = ({ body }: { body: Problem }) => body.issues?.map(({ path, code }) => [path, code]);

/** Fields of four by four steps, with a path between them. */
const rows = (columns: number, lines: number): Field[] =>
  Array.from({ length: columns * lines }, (_, index) => [
    (index % columns) * 5,
    Math.floor(index / columns) * 5,
    4,
    4,
  ]);

describe.each(TESTED_MODES)('a curious farmer (%s)', (way) => {
  beforeAll(async () => {
    app = running[way];
    curious = await app.as('farmer', 'Kamau');
  });
  afterEach(async () => {
    await app.db.deleteFrom('parcels').execute();
  });

  describe('a boundary over the fields of others', () => {
    it('of four kilometres is rejected without revealing anything about them', async () => {
      await newNeighbours(rows(4, 3));
      for (const [size, code] of [
        [2, 'boundary-over-stated-size'],
        [4000, 'boundary-contains-others'],
        [0, 'boundary-contains-others'],
      ] as const) {
        const parcel = await newParcel(curious, { size });
        const response = await save(parcel._id, [-180, -180, 360, 360]);
        expect([response.status, codeOf(response)]).toEqual([400, [['geometry', code]]]);
        expect((await curious.send(`GET /land/${parcel._id}/boundary`)).status).toBe(404);
      }
      expect((await curious.send<Overlap[]>('GET /boundaries/overlaps')).body).toEqual([]);
    });

    it('is rejected with a message in both languages, and the stored boundary stays', async () => {
      await newNeighbours(rows(3, 1));
      const parcel = await newParcel(curious, { size: 0 });
      const before = await setBoundary(curious, parcel._id, rectangle(3, 0, 3, 4));
      const put = (language: string) =>
        curious.send<Problem>(`PUT /land/${parcel._id}/boundary`, {
          body: { geometry: rectangle(0, 0, 20, 20) },
          headers: { 'accept-language': language },
        });
      expect((await put('en')).body.issues?.[0]?.message).toMatch(/three or more parcels of other farmers/);
      expect((await put('sw')).body.issues?.[0]?.message).toMatch(
        /mashamba matatu au zaidi ya wakulima wengine/,
      );
      expect((await curious.send<Boundary>(`GET /land/${parcel._id}/boundary`)).body).toEqual(before);
    });

    it('ignores deleted fields and own fields', async () => {
      const neighbour = await newNeighbours(rows(3, 1));
      const parcel = await newParcel(curious, { size: 0 });
      for (let own = 0; own < 4; own += 1)
        await setBoundary(curious, (await newParcel(curious))._id, rectangle(own * 5, 10, 4, 4));
      expect((await save(parcel._id, [0, 0, 20, 20])).status).toBe(400);
      const [first] = (await neighbour.send<{ _id: string }[]>('GET /land')).body;
      await neighbour.send(`DELETE /land/${first!._id}`);
      expect((await save(parcel._id, [0, 0, 20, 20])).status).toBe(200);
    });

    it('is saved or rejected according to the rules at any position, and no strip is drawn', async () => {
      const fields = rows(6, 6);
      await newNeighbours(fields);
      const parcel = await newParcel(curious, { size: 0 });
      const inside = ([x, y, width, height]: Field, [ox, oy, ow, oh]: Field) =>
        Math.max(0, Math.min(x + width, ox + ow) - Math.max(x, ox)) *
        Math.max(0, Math.min(y + height, oy + oh) - Math.max(y, oy));
      await fc.assert(
        fc.asyncProperty(
          fc.tuple(fc.nat(24), fc.nat(24), fc.integer({ min: 1, max: 18 }), fc.integer({ min: 1, max: 18 })),
          async (drawn) => {
            const covered = fields.map((field) => inside(drawn, field)).filter((steps) => steps > 0);
            const contained = covered.filter((steps) => steps === 16).length;
            const response = await save(parcel._id, drawn);
            if (contained >= 3 || covered.length > 10) {
              const code = contained >= 3 ? 'boundary-contains-others' : 'boundary-covers-many';
              expect([response.status, codeOf(response)]).toEqual([400, [['geometry', code]]]);
              return;
            }
            expect(response.status).toBe(200);
            const { overlaps } = response.body;
            expect(overlaps).toHaveLength(covered.length);
            const own = bboxOf([rectangle(...drawn).coordinates] as Shape);
            for (const { geometry, stretch } of overlaps) {
              expect(geometry).toBeNull();
              // Every point is on the own edge.
              for (const [lon, lat] of stretch.flat() as Position[])
                expect(
                  Math.min(
                    ...[lon - own.west, lon - own.east, lat - own.south, lat - own.north].map(Math.abs),
                  ),
                ).toBeLessThan(1e-7);
            }
          },
        ),
        { numRuns: inject('isFull') ? 60 : 15 },
      );
    });
  });

  describe('a conversation about an overlap', () => {
    let wanjiku: Person;
    let otieno: Person;
    let overlapId: string;
    let threadId: string;
    /** Parcels, each known only to its owner. */
    let parcels: { wanjiku: string; otieno: string };

    beforeEach(async () => {
      wanjiku = await app.as('farmer', 'Wanjikũ Njeri');
      otieno = await app.as('farmer', 'Otieno Odhiambo');
      const [one, other] = [
        await newParcel(wanjiku, { name: 'Kaskazini' }),
        await newParcel(otieno, { name: 'Kusini' }),
      ];
      parcels = { wanjiku: one._id, otieno: other._id };
      await setBoundary(wanjiku, one._id, rectangle(0, 0));
      const { overlaps } = await setBoundary(otieno, other._id, rectangle(8, 0));
      overlapId = overlaps[0]!._id;
      const body = { subject: 'Our border', content: 'Shall we meet at the hedge?' };
      threadId = (await write(otieno, body)).body.threadId;
    });

    const write = (farmer: Person, body: object) =>
      farmer.send<{ threadId: string }>(`POST /boundaries/overlaps/${overlapId}/message`, { body });
    const reply = (farmer: Person, more: object = {}) =>
      farmer.send<Message & Problem>('POST /messages', {
        body: { threadId, content: 'On Monday.', ...more },
      });
    const agree = (farmer: Person, agreed: boolean) =>
      farmer.send<{ names: string } & Problem>(`PUT /messages/thread/${threadId}/names`, {
        body: { agreed },
      });
    const read = async (farmer: Person, language = 'en') =>
      (
        await farmer.send<Message[]>(`GET /messages/thread/${threadId}`, {
          headers: { 'accept-language': language },
        })
      ).body;
    const otherIn = ({ sender, recipient }: Message, me: Person) =>
      sender._id === me.user._id ? recipient : sender;

    const secretsOf = ({ user }: Person, landId: string, land: string) => [
      user._id,
      user.email,
      ...user.name.split(' '),
      landId,
      land,
    ];

    /** Every read that a farmer may make, with every id that the farmer knows: call and response. */
    async function allReads(farmer: Person, ids: string[]): Promise<string[]> {
      const reads: string[] = [];
      for (const [call, { access, produces }] of Object.entries<Route>(api)) {
        if (!call.startsWith('GET ') || access === 'government' || produces === 'text/event-stream') continue;
        const queries =
          call === 'GET /messages/users' ? [...ids.map((userId) => ({ userId })), { q: 'jirani' }] : [{}];
        const paths = call.includes('{') ? ids.map((id) => call.replace(/\{\w+\}/, id)) : [call];
        for (const path of paths)
          for (const query of queries) {
            if (path.includes('{')) continue;
            const { body } = await farmer.send<unknown>(path, { query });
            reads.push(`${path} ${typeof body === 'string' ? body : JSON.stringify(body)}`);
          }
      }
      return reads;
    }

    /** Everything that is streamed to a farmer until `part` arrives. */
    async function streamed(farmer: Person, part: string, work: () => Promise<unknown>): Promise<string> {
      const headers = { authorization: `Bearer ${farmer.token}` };
      const { body } = await fetch(`${app.url}/api/events`, { headers });
      const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
      let text = (await reader.read()).value ?? '';
      await work();
      while (!text.includes(part)) text += (await reader.read()).value;
      await reader.cancel();
      return text;
    }

    it('reveals neither side to the other in any read, response or event', async () => {
      const events = await streamed(wanjiku, threadId, () => reply(otieno));
      for (const secret of secretsOf(otieno, parcels.otieno, 'Kusini')) expect(events).not.toContain(secret);
      const responses = [
        await reply(wanjiku),
        await reply(otieno),
        await write(wanjiku, { subject: 'a', content: 'b' }),
      ];
      await agree(otieno, true);
      const aliases = (await read(wanjiku)).map((message) => otherIn(message, wanjiku)._id);
      expect(new Set(aliases).size).toBe(1);
      for (const [me, own, secrets] of [
        [wanjiku, parcels.wanjiku, secretsOf(otieno, parcels.otieno, 'Kusini')],
        [otieno, parcels.otieno, secretsOf(wanjiku, parcels.wanjiku, 'Kaskazini')],
      ] as const) {
        const reads = await allReads(me, [own, overlapId, threadId, aliases[0]!]);
        for (const call of [
          `GET /messages/thread/${threadId} [`,
          `GET /land/${own}/report.pdf %PDF`,
          'GET /auth/data {',
        ])
          expect(reads.some((one) => one.startsWith(call))).toBe(true);
        for (const secret of secrets)
          expect(
            reads.filter((one) => one.includes(secret)).map((one) => one.split(' ', 2).join(' ')),
          ).toEqual([]);
      }
      for (const secret of secretsOf(otieno, parcels.otieno, 'Kusini'))
        expect(JSON.stringify([responses[0]!.body, responses[2]!.body])).not.toContain(secret);
      for (const secret of secretsOf(wanjiku, parcels.wanjiku, 'Kaskazini'))
        expect(JSON.stringify(responses[1]!.body)).not.toContain(secret);
    });

    it('shows “your neighbour” to both sides, in both languages, with an id for this conversation only', async () => {
      await reply(wanjiku);
      for (const me of [wanjiku, otieno])
        for (const [language, name] of [
          ['en', 'your neighbour'],
          ['sw', 'jirani yako'],
        ] as const) {
          const messages = await read(me, language);
          const listed = (
            await me.send<Message[]>('GET /messages', { headers: { 'accept-language': language } })
          ).body;
          for (const message of [...messages, ...listed]) {
            expect(otherIn(message, me)).toEqual({
              _id: expect.any(String),
              name,
              role: 'farmer',
              deleted: false,
            });
            expect(message.names).toBe('hidden');
          }
        }
    });

    it('does not confirm a guessed identity', async () => {
      const code = async (recipientId: string) => codeOf(await reply(otieno, { recipientId }));
      const otherFarmer = await app.as('farmer');
      const wrong = await code(otherFarmer.user._id);
      expect(wrong).toEqual([['recipientId', 'recipient-other']]);
      expect(await code(wanjiku.user._id)).toEqual(wrong);
      const alias = otherIn((await read(otieno))[0]!, otieno)._id;
      expect((await reply(otieno, { recipientId: alias })).status).toBe(201);
      // The email address, which only correspondents see, does not confirm it either.
      await reply(wanjiku);
      const { body } = await otieno.send<{ name: string; email: string }[]>('GET /messages/users', {
        query: { q: 'Wanjikũ Njeri' },
      });
      expect(body.map(({ email }) => email).filter(Boolean)).toEqual([]);
    });

    it('shows names to both only after both have agreed', async () => {
      await reply(wanjiku);
      const seen = async (me: Person) => {
        const [first] = await read(me);
        return [first!.names, otherIn(first!, me).name];
      };
      expect((await agree(otieno, true)).body).toEqual({ names: 'offered' });
      expect([await seen(otieno), await seen(wanjiku)]).toEqual([
        ['offered', 'your neighbour'],
        ['asked', 'your neighbour'],
      ]);
      // After a withdrawal, consent of the other side is a new offer.
      expect((await agree(otieno, false)).body).toEqual({ names: 'hidden' });
      expect((await agree(wanjiku, true)).body).toEqual({ names: 'offered' });
      expect([await seen(otieno), await seen(wanjiku)]).toEqual([
        ['asked', 'your neighbour'],
        ['offered', 'your neighbour'],
      ]);
      expect((await agree(wanjiku, true)).body).toEqual({ names: 'offered' });
      expect((await agree(otieno, true)).body).toEqual({ names: 'shown' });
      expect([await seen(otieno), await seen(wanjiku)]).toEqual([
        ['shown', 'Wanjikũ Njeri'],
        ['shown', 'Otieno Odhiambo'],
      ]);
      const messages = await read(otieno);
      expect(otherIn(messages[0]!, otieno)._id).toBe(wanjiku.user._id);
      expect((await agree(otieno, true)).body).toEqual({ names: 'shown' });
      expect([(await agree(wanjiku, false)).status, (await agree(wanjiku, false)).body.code]).toEqual([
        409,
        'names-shown',
      ]);
    });

    it('accepts consent only from its two farmers, also when both agree at once', async () => {
      const otherFarmer = await app.as('farmer');
      expect((await agree(otherFarmer, true)).status).toBe(404);
      await Promise.all([agree(wanjiku, true), agree(otieno, true)]);
      expect((await read(wanjiku))[0]?.names).toBe('shown');
    });

    it('stays anonymous when the overlap is resolved or one account is deleted', async () => {
      await reply(wanjiku);
      await setBoundary(otieno, parcels.otieno, rectangle(10, 0));
      expect(otherIn((await read(otieno))[0]!, otieno).name).toBe('your neighbour');
      await wanjiku.send('DELETE /auth/account', { body: { password: PASSWORD } });
      const left = await read(otieno);
      expect(otherIn(left[0]!, otieno)).toMatchObject({ name: 'your neighbour', deleted: true });
      expect(JSON.stringify(left)).not.toContain(wanjiku.user._id);
    });
  });
});
