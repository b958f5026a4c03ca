/** HTTP test client, signed in or anonymous. */
import type { Problem, Role, User } from '@ardhi/contract';

export interface TestResponse<Body> {
  status: number;
  headers: Headers;
  body: Body;
  /** Path of the next page of a list. */
  next?: string;
}

export interface SendOptions {
  body?: unknown;
  query?: Record<string, string | number>;
  headers?: Record<string, string>;
}

/** Signed-in user. `call` is method and path: `'POST /land'`. */
export interface Person {
  user: User;
  token: string;
  send<Body = never>(call: string, options?: SendOptions): Promise<TestResponse<Body>>;
}

export interface Client {
  url: string;
  /** Makes an anonymous call. */
  send<Body = never>(call: string, options?: SendOptions): Promise<TestResponse<Body>>;
  /** Registers a new user; `more` is added to the request body. */
  as(role: Role, name?: string, more?: object): Promise<Person>;
}

export const PASSWORD = 'correct horse';

export function clientOf(url: string): Client {
  let people = 0;

  async function send<Body>(
    call: string,
    options: SendOptions = {},
    token?: string,
  ): Promise<TestResponse<Body>> {
    const [method = 'GET', path = ''] = call.split(' ');
    const search = new URLSearchParams();
    for (const [key, value] of Object.entries(options.query ?? {})) search.set(key, String(value));
    const response = await fetch(`${url}/api${path}${search.size ? `?${search}` : ''}`, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...options.headers,
      },
      body:
        options.body === undefined
          ? undefined
          : typeof options.body === 'string'
            ? options.body
            : JSON.stringify(options.body),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.startsWith('application/json');
    return {
      status: response.status,
      headers: response.headers,
      body: (isJson && text ? JSON.parse(text) : text) as Body,
      next: /<\/api([^>]+)>; rel="next"/.exec(response.headers.get('link') ?? '')?.[1],
    };
  }

  return {
    url,
    send: (call, options) => send(call, options),
    async as(role, name, more) {
      people += 1;
      const registration = await send<{ token: string; user: User }>('POST /auth/register', {
        body: {
          name: name ?? `${role} ${people}`,
          email: `${role}${people}@test.example`,
          password: PASSWORD,
          role,
          ...(role === 'farmer'
            ? { location: 'Njoro, Nakuru County', farmSize: 2 }
            : { department: 'Agriculture' }),
          ...more,
        },
      });
      if (registration.status !== 201)
        throw new Error(`Could not register: ${JSON.stringify(registration.body)}`);
      const { token, user } = registration.body;
      return { user, token, send: (call, options) => send(call, options, token) };
    },
  };
}

/** The same user at another process or with another session. */
export function personAt(app: Client, { token, user }: Pick<Person, 'token' | 'user'>): Person {
  const headers = { authorization: `Bearer ${token}` };
  return {
    user,
    token,
    send: (call, options = {}) => app.send(call, { ...options, headers: { ...headers, ...options.headers } }),
  };
}

/** Starts another session, for which rows changed directly in the database take effect. */
export async function signInAgain(app: Client, { user }: Person): Promise<Person> {
  const { body } = await app.send<{ token: string }>('POST /auth/login', {
    body: { email: user.email, password: PASSWORD },
  });
  return personAt(app, { user, token: body.token });
}

export const issuesOf = (body: Problem) => body.issues?.map(({ path, code }) => `${path}: ${code}`);
