/** Origins that resemble ours but are not: a check that compares only a part of the text would accept some of them. */
export function buildHostileOrigins(ownOrigin: string): string[] {
  const { protocol, hostname, host, port } = new URL(ownOrigin)
  const otherProtocol = protocol === 'http:' ? 'https:' : 'http:'
  return [
    '',
    'null',
    'file://',
    'https://evil.example',
    `${otherProtocol}//${host}`,
    `${protocol}//${hostname}`,
    `${protocol}//${hostname}:${Number(port) + 1}`,
    `${protocol}//${hostname}:0${port}`,
    `${protocol}//${host}0`,
    `${protocol}//${host}.evil.example`,
    `${protocol}//${host}@evil.example`,
    `${protocol}//${host}:x@evil.example`,
    `${protocol}//evil.example#${host}`,
    `${protocol}//evil.example?${ownOrigin}`,
    `${protocol}//evil.example/${ownOrigin}`,
    `${protocol}//evil.${host}`,
    `${protocol}//evil${host}`,
    `${protocol}//${hostname}.:${port}`,
    `${protocol}//127.0.0.1:${port}`,
    `${protocol}//[::1]:${port}`,
    `${ownOrigin}/`,
    `${ownOrigin}/path`,
    `${ownOrigin}, https://evil.example`,
    `https://evil.example, ${ownOrigin}`,
    `${ownOrigin} https://evil.example`,
    ownOrigin.toUpperCase(),
    ownOrigin.replace('//', '\\\\'),
    `${ownOrigin}%00`,
    `data:text/html,${ownOrigin}`,
    `chrome-extension://${hostname}`,
  ]
}
