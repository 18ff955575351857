import { marked, type SecretCase } from './secret-case.ts'

/** Put together so that nothing here is taken for a key that leaked. */
const join = (...pieces: string[]): string => pieces.join('')
const PEM_BODY =
  'MIIEpAIBAAKCAQEA0Z3VS5JJcds3xfn/ygWyF0qJDr1S\nQ8pVlq2JvQw7bqXxJm0yWZ1kq3cT5s9uHf2NbLr8eKd6\nAoGBAKj34GkxFhD90vcNLYLInFEX6Ppm1tPf9cnXgiLz'
const pem = (label: string): string => `-----BEGIN ${label}-----\n«${PEM_BODY}»\n-----END ${label}-----`

/** Secrets as they really turn up, each written by hand and none after a rule: passwords, addresses, files, commands. */
export const COLLECTED_SECRETS: readonly SecretCase[] = [
  // Private keys: nothing of them stays.
  marked('an RSA key', pem('RSA PRIVATE KEY'), '[secret]'),
  marked('an EC key', pem('EC PRIVATE KEY'), '[secret]'),
  marked('a PKCS 8 key', pem('PRIVATE KEY'), '[secret]'),
  marked('an encrypted key', pem('ENCRYPTED PRIVATE KEY'), '[secret]'),
  marked('an OpenSSH key', `cat id_ed25519\n${pem('OPENSSH PRIVATE KEY')}\n$ `, '[secret]'),
  marked('a PGP key', pem('PGP PRIVATE KEY BLOCK'), '[secret]'),
  marked(
    'the key of a service account',
    String.raw`{"private_key":"-----BEGIN PRIVATE KEY-----\n«MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcw\nggSjAgEAAoIBAQC7VJTUt9Us8cKj»\n-----END PRIVATE KEY-----\n","client_email":"ci@example.com"}`,
    '[secret]',
  ),
  marked(
    'a key cut off at the end of what was read',
    `-----BEGIN PRIVATE KEY-----\n«${PEM_BODY}»`,
    '[secret]',
  ),
  // Addresses.
  marked('a PostgreSQL address', 'postgres://app:«s3cr3t-Pa55»@db.example.com:5432/app'),
  marked('a MySQL address', 'mysql://root:«Tr0ub4dor&3»@127.0.0.1/app'),
  marked('a MongoDB address', 'mongodb+srv://app:«kP9vXw2LqT7zRb4N»@cluster0.example.net/?retryWrites=true'),
  marked('a Redis address without a user', 'redis://:«f8K2mQ9xLw»@cache.example.com:6379/0'),
  marked('an AMQP address', 'amqp://worker:«Zx81-qLm-77»@queue.example.com/jobs'),
  marked('an SMTP address', 'smtps://mailer%40example.com:«app-pass-word-1234»@smtp.example.com:465'),
  marked('a proxy address', 'HTTPS_PROXY=http://ada:«w0nderl4nd»@proxy.example.com:3128'),
  marked(
    'a git remote with a bare token',
    join('https://', '«9f8e7d6c5b4a39281706f5e4d3c2b1a0»', '@git.example.com/team/app.git'),
  ),
  marked('a JDBC address', 'jdbc:postgresql://db.example.com/app?user=app&password=«Qw3rTy-99x»&ssl=true'),
  marked(
    'a signed storage address',
    'https://b.example.com/o?X-Amz-Date=20261130T100000Z&X-Amz-Signature=«3f786850e387550fdab836ed7e6dc881de23001b3f786850e387550fdab836ed»',
  ),
  marked(
    'a signed Google address',
    'https://storage.example.com/o?X-Goog-Expires=900&X-Goog-Signature=«5d41402abc4b2a76b9719d911017c592ae9f»',
  ),
  marked(
    'a shared access signature',
    'https://a.example.net/c/b?sv=2024-11-04&se=2026-12-01&sig=«kq3Xz9%2FvLm2%2BpQ8rT5wYb7Nc4Jd6Hf1Ks0%3D»',
  ),
  marked('a reset link', 'https://app.example.com/reset?user=7&token=«b2f5ff47436671b6e533d8dc3614845d»'),
  marked(
    'an OAuth return',
    'http://localhost:8976/callback?state=x1&access_token=«pQ8rT5wYb7Nc4Jd6Hf1Ks0Lm2Xz9»&expires_in=3600',
  ),
  marked(
    'a one-time password address',
    'otpauth://totp/Example:ada?secret=«JBSWY3DPEHPK3PXPJBSWY3DP»&issuer=Example',
  ),
  marked(
    'a Slack webhook',
    join('https://hooks.', 'slack.com/services/', '«T00000000/B11111111/x9Yz8Wv7Ut6Sr5Qp4On3Ml2K»'),
  ),
  marked(
    'a Discord webhook',
    join(
      'https://discord',
      '.com/api/webhooks/112233445566778899/',
      '«aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3zA5bC7dE9fG1hJ3kL5mN7pQ9rS1tU3vW5x»',
    ),
  ),
  marked(
    'a bot address',
    join(
      'https://api.',
      'telegram.org/bot',
      '«7123456789:AAH',
      'x9Yz8Wv7Ut6Sr5Qp4On3Ml2KjIh1Gf0E»',
      '/getMe',
    ),
  ),
  // Files.
  marked(
    '.npmrc',
    '//registry.example.com/:_authToken=«b7c1e0d4-8f2a-4c3e-9d5b-6a7f8e9d0c1b»\nalways-auth=true',
  ),
  marked('.pypirc', '[pypi]\nusername = ada\npassword = «correct-horse-battery»'),
  marked('.netrc', 'machine git.example.com login ada password «staple-9-battery»'),
  marked('.pgpass', 'PGPASSWORD=«n0t-a-g00d-one» psql -h db.example.com app'),
  marked(
    'a Docker configuration',
    '{"auths":{"registry.example.com":{"auth":"«YWRhOmNvcnJlY3QtaG9yc2UtYmF0dGVyeQ==»"}}}',
  ),
  marked('a Kubernetes secret', 'kind: Secret\ndata:\n  password: «Y29ycmVjdC1ob3JzZQ==»'),
  marked(
    'a kubeconfig',
    'users:\n- name: ci\n  user:\n    client-key-data: «LS0tLS1CRUdJTiBSU0EgUFJJVkFURSBLRVktLS0tLQpNSUlFcEFJQg==»',
  ),
  marked('AWS credentials', '[default]\naws_secret_access_key = «wJalrXUtnFEMI/K7MDENG/bPxRfiCYzz81qLm77k»'),
  marked(
    'an Azure connection string',
    'DefaultEndpointsProtocol=https;AccountName=app;AccountKey=«Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4Zg==»;EndpointSuffix=core.example.net',
  ),
  marked(
    'an ADO connection string',
    'Server=db;Database=app;User Id=sa;Password=«P@ssw0rd!2026»;Encrypt=True',
  ),
  marked(
    'a Rails secret',
    'production:\n  secret_key_base: «0b1c2d3e4f5a69788796a5b4c3d2e1f00b1c2d3e4f5a69788796a5b4c3d2e1f0»',
  ),
  marked('a Laravel key', 'APP_NAME=Shop\nAPP_KEY=base64:«3Xz9vLm2pQ8rT5wYb7Nc4Jd6Hf1Ks0aBcDeFgHiJkL4=»'),
  marked('a Django secret', "SECRET_KEY = '«django-insecure-x8k#2m$9q!w7z@4v^6b&1n*3c(5»'"),
  marked('a WordPress salt', "define('AUTH_KEY', '«,Kx|8;m2Q)9w~Z7v@4b^6n&1c*3x5L»');"),
  marked('Spring properties', 'spring.datasource.username=app\nspring.datasource.password=«blue-Giraffe-42»'),
  marked('Terraform', 'resource "db" "main" {\n  username = "app"\n  password = "«violet-Otter-77!»"\n}'),
  marked('Helm values', 'postgresql:\n  auth:\n    postgresPassword: «tea-and-Biscuits-9»'),
  marked('a YAML block', 'stringData:\n  password: |\n    «amber-Walrus-2026»\ntype: Opaque'),
  marked('a Wi-Fi network', 'network={\n  ssid="home"\n  psk="«our-Cat-is-4-years»"\n}'),
  marked('a shell history', 'mysql -u root -p«Sunfl0wer-Field-8» app < dump.sql'),
  // Commands and headers.
  marked('curl with a user', "curl -u 'ada:«w0nderl4nd-77»' https://api.example.com/v1"),
  marked('sshpass', "sshpass -p '«iron-Maple-31x»' ssh deploy@host.example.com"),
  marked('a login command', 'docker login -u ada --password «copper-Heron-19» registry.example.com'),
  marked('basic authentication', 'Authorization: Basic «YWRhOncwbmRlcmw0bmQtNzctYW5k»'),
  marked('a proxy header', 'Proxy-Authorization: Basic «YWRhOncwbmRlcmw0bmQ=»'),
  marked('a header in lower case', 'x-auth-token: «6f1ed002ab5595859014ebf0951522d9»'),
  marked('a token scheme', 'authorization: token «4e07408562bedb8b60ce05c1decfe3ad16b72230»'),
  marked('a session cookie', 'Cookie: theme=dark; session=«s%3Akq3Xz9vLm2pQ8rT5wYb7Nc4J.d6Hf1Ks0»; lang=en'),
  marked('a set cookie', 'Set-Cookie: connect.sid=«s%3AaBcDeFgHiJkLmNoPqRsT.uVwXyZ012345»; Path=/; HttpOnly'),
  marked(
    'a signed request',
    'Authorization: AWS4-HMAC-SHA256 SignedHeaders=host;x-amz-date, Signature=«fe5f80f77d5fa3beca038a248ff027d0445342fe2855ddc963176630326f1024»',
  ),
  // Code and what programs print.
  marked('a Python dictionary', "{'user': 'ada', 'password': '«green-Turtle-55»', 'tries': 3}"),
  marked('a failed assertion', "E       assert client.token == '«8c6976e5b5410415bde908bd4dee15dfb167a9c8»'"),
  marked('a Ruby hash', ':username => "ada", :password => "«lilac-Badger-08»"'),
  marked('a Go struct', 'Config{User:"ada", Password:"«ochre-Falcon-61»", Port:5432}'),
  marked('SQL', "CREATE USER app IDENTIFIED BY '«teal-Beaver-90»';"),
  marked('PostgreSQL', "ALTER ROLE app WITH PASSWORD '«coral-Lynx-1234»';"),
  marked('PowerShell', "ConvertTo-SecureString '«ivory-Raven-27»' -AsPlainText -Force"),
  marked('a Chinese note', '数据库密码：«qingwa-2026-Xx9»，端口 5432'),
  marked('a Chinese key', '接口密钥=«a94a8fe5ccb19ba61c4c0873d391e987982fbbd3»'),
  marked('a full-width sign', 'password＝«jade-Panther-64»'),
  marked('JSON over lines', '{\n  "client_secret" : "«Xz9vLm2pQ8rT5wYb7Nc4Jd6Hf»",\n  "redirect": "/"\n}'),
  marked(
    'single quotes in JavaScript',
    "const client = new Client({ apiKey: '«0cc175b9c0f1b6a831c399e269772661»' })",
  ),
  marked('a name with a prefix', 'NEXT_PUBLIC_STRIPE_SECRET=«kq3Xz9vLm2pQ8rT5wYb7Nc4Jd6»'),
  marked('a name in camel case', 'dbPassword: "«plum-Ferret-4711»"'),
  marked('a value with spaces', 'DB_PASSWORD="«my dog has 4 legs»"'),
  marked('a name in the middle', 'STRIPE_SECRET_KEY_LIVE=«Hf1Ks0Lm2Xz9vpQ8rT5wYb7N»'),
]
