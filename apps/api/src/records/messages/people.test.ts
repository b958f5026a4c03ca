import type { Recipient } from '@ardhi/contract';
import { describe, expect, it } from 'vitest';
import { beforeTests, PASSWORD, type Person, testApp } from '../../../test/app.ts';

const app = testApp();
const kamau = beforeTests(() => app.as('farmer', 'Kamau Njoroge'));
const wairimu = beforeTests(() => app.as('government', 'Wairimu Mwangi'));
beforeTests(() => app.as('farmer', 'Achieng Otieno'));

describe('recipients', () => {
  const search = async (person: Person, q: string, query: Record<string, string> = {}) =>
    (await person.send<Recipient[]>('GET /messages/users', { query: { q, ...query } })).body.map(
      ({ name }) => name,
    );

  it('are found by a prefix of any word of their name or of their email', async () => {
    await app.as('farmer', 'Njambi Wanjiru');
    await app.as('farmer', "O'Brien 100%_\\");
    expect(await search(kamau, 'ACHI')).toEqual(['Achieng Otieno']);
    expect(await search(kamau, 'otieno')).toEqual(['Achieng Otieno']);
    expect(await search(kamau, 'wanj njam')).toEqual(['Njambi Wanjiru']);
    expect(await search(kamau, wairimu.user.email.slice(0, 12))).toContain('Wairimu Mwangi');
    expect(await search(kamau, "o'b")).toEqual(["O'Brien 100%_\\"]);
    expect(await search(kamau, '%')).toEqual([]);
    expect(await search(kamau, "'; drop table users; --")).toEqual([]);
    expect(await search(kamau, 'kamau')).toEqual([]);
  });

  it('are all users except the caller and deleted accounts, sorted by name', async () => {
    const gone = await app.as('farmer', 'Zuhura Gone');
    await gone.send('DELETE /auth/account', { body: { password: PASSWORD } });
    const { body } = await kamau.send<Recipient[]>('GET /messages/users');
    expect(body).toContainEqual({
      _id: wairimu.user._id,
      name: 'Wairimu Mwangi',
      email: wairimu.user.email,
      role: 'government',
    });
    const ids = body.map(({ _id }) => _id);
    expect(ids).not.toContain(kamau.user._id);
    expect(ids).not.toContain(gone.user._id);
    const [office, ...people] = body;
    expect(office?.name).toBe('National office');
    expect(people.map(({ name }) => name)).toEqual(
      people.map(({ name }) => name).sort((a, b) => (a.toLowerCase() < b.toLowerCase() ? -1 : 1)),
    );
  });

  it('can be looked up by id', async () => {
    const namesById = async (userId: string) =>
      (await kamau.send<Recipient[]>('GET /messages/users', { query: { userId } })).body.map(
        ({ name }) => name,
      );
    expect(await namesById(wairimu.user._id)).toEqual(['Wairimu Mwangi']);
    expect(await namesById(kamau.user._id)).toEqual([]);
  });

  it('match the roles of the channel', async () => {
    const roles = async (person: Person, channelType: string) => {
      const { body } = await person.send<Recipient[]>('GET /messages/users', { query: { channelType } });
      return [...new Set(body.map(({ role }) => role))].sort();
    };
    expect(await roles(kamau, 'government-farmer')).toEqual(['government']);
    expect(await roles(wairimu, 'government-farmer')).toEqual(['farmer']);
    expect(await roles(kamau, 'farmer-farmer')).toEqual(['farmer']);
    expect(await roles(kamau, 'general')).toEqual(['farmer', 'government']);
    expect(await roles(kamau, 'government-government')).toEqual([]);
  });

  it('are limited to 20 with a search and 500 without', async () => {
    await app.sql`insert into users (id, email, name, role, password_hash)
      select gen_random_uuid(), 'many' || n || '@test.example', 'Many Farmers ' || n, 'farmer', ''
      from generate_series(1, 600) as n`;
    expect(await search(kamau, 'many')).toHaveLength(20);
    expect((await kamau.send<Recipient[]>('GET /messages/users')).body).toHaveLength(500);
  });
});

describe('recipients with DIRECTORY=search', () => {
  const closed = testApp({ DIRECTORY: 'search' });

  const find = async (person: Person, query: Record<string, string> = {}) =>
    (await person.send<Recipient[]>('GET /messages/users', { query })).body;

  it('are officials for a farmer; other farmers need three letters and show no email', async () => {
    const [amina, juma] = [
      await closed.as('farmer', 'Amina Otieno'),
      await closed.as('farmer', 'Juma Mwangi'),
    ];
    const official = await closed.as('government', 'Wairimu Kamau');
    expect((await find(amina)).map(({ name }) => name)).toEqual(['National office', 'Wairimu Kamau']);
    expect(await find(amina, { channelType: 'farmer-farmer' })).toEqual([]);
    expect(await find(amina, { q: 'ju' })).toEqual([]);
    expect(await find(amina, { q: 'j%u' })).toEqual([]);
    expect(await find(amina, { userId: juma.user._id })).toEqual([]);
    expect(await find(amina, { q: 'jum' })).toEqual([
      { _id: juma.user._id, name: 'Juma Mwangi', email: '', role: 'farmer' },
    ]);
    expect(await find(official, { q: 'jum' })).toMatchObject([{ email: juma.user.email }]);
  });

  it('show their email only to people they have written to', async () => {
    const [asha, baraka] = [
      await closed.as('farmer', 'Asha Wekesa'),
      await closed.as('farmer', 'Baraka Kiptoo'),
    ];
    const write = (from: Person, to: Person) =>
      from.send('POST /messages', {
        body: { recipientId: to.user._id, channelType: 'general', subject: 'Seed', content: 'When?' },
      });
    await write(asha, baraka);
    expect(await find(asha, { q: 'baraka' })).toMatchObject([{ email: '' }]);
    expect(await find(baraka, { q: 'asha' })).toMatchObject([{ email: asha.user.email }]);
    await write(baraka, asha);
    expect(await find(asha, { userId: baraka.user._id })).toMatchObject([{ email: baraka.user.email }]);
  });
});
