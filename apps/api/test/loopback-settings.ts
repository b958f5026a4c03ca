/** Officials' settings of a server on loopback, for tests of deployed servers that are about something else. */
export const LOOPBACK_SETTINGS = {
  OFFICIALS_SECOND_FACTOR: 'optional',
  JURISDICTION: 'open',
  REQUIRE_SECOND_OFFICIAL: 'false',
};
