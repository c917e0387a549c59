import { findChildren, isNode, parseSource, type SyntaxNode } from '../conformance/syntax-tree.ts'

/** Classes whose objects do not change; `Map` and `Set` only where the type of the constant is read-only. */
const CONSTANT_CLASSES = new Set(['Intl', 'RegExp'])
const READ_ONLY_TYPES = new Set(['ReadonlyMap', 'ReadonlySet'])

/** Factories whose result may be a constant of a module, each with its reason. */
const ALLOWED_FACTORIES: Record<string, string> = {
  createContext: 'holds no value itself: its providers do',
  createLazyModule: 'holds code that was loaded, the same for every member',
}

const MUTATING_METHODS = new Set([
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
  'set',
  'add',
  'delete',
  'clear',
])

/** Returns what in this module can change while the page is open, as `line: reason`. */
export function findModuleState(file: string, source: string): string[] {
  const program = parseSource(file, source)
  const declarations = listDeclarations(program)
  const constants = new Set(declarations.map(({ name }) => name))
  return [
    ...declarations.flatMap((declaration) => describeDeclaration(declaration)),
    ...findStaticFields(program),
    ...findMutations(program, constants),
  ]
    .toSorted((one, other) => one.start - other.start)
    .map(({ start, reason }) => `${getLine(source, start)}: ${reason}`)
}

interface Finding {
  start: number
  reason: string
}

interface Declaration {
  kind: string
  name: string
  type: string | undefined
  value: SyntaxNode | undefined
  start: number
}

/** The variables of the module itself, exported or not. */
function listDeclarations(program: SyntaxNode): Declaration[] {
  const statements = (program['body'] as SyntaxNode[]).map((statement) =>
    statement.type === 'ExportNamedDeclaration' && isNode(statement['declaration'])
      ? statement['declaration']
      : statement,
  )
  return statements
    .filter(({ type }) => type === 'VariableDeclaration')
    .flatMap((statement) =>
      (statement['declarations'] as SyntaxNode[]).map((declarator) => ({
        kind: String(statement['kind']),
        name: readName(declarator['id']) ?? '',
        type: readTypeName(declarator['id']),
        value: unwrapType(declarator['init']),
        start: Number(declarator['start']),
      })),
    )
}

function describeDeclaration({ kind, name, type, value, start }: Declaration): Finding[] {
  if (kind !== 'const') return [{ start, reason: `\`${kind} ${name}\` can be assigned` }]
  const created = value && describeCreation(value, type)
  return created === undefined ? [] : [{ start, reason: `\`${name}\` holds ${created}` }]
}

/** What an expression creates that can change; undefined if it creates a constant. */
function describeCreation(value: SyntaxNode, type?: string): string | undefined {
  const callee = value['callee']
  if (value.type === 'NewExpression') {
    const name = readRootName(callee) ?? 'a class'
    const isConstant = CONSTANT_CLASSES.has(name) || (type && READ_ONLY_TYPES.has(type))
    return isConstant ? undefined : `\`new ${name}\``
  }
  if (value.type !== 'CallExpression' || !isNode(callee)) return undefined
  if (callee.type.endsWith('FunctionExpression')) return 'what a function returns once'
  const name = readName(callee) ?? ''
  const isFactory = /^create[A-Z]/.test(name) && !(name in ALLOWED_FACTORIES)
  return isFactory ? `\`${name}()\`` : undefined
}

/** Static fields live as long as the module. */
function findStaticFields(node: SyntaxNode): Finding[] {
  const isStaticField = node.type === 'PropertyDefinition' && node['static'] === true
  const value = unwrapType(node['value'])
  const isConstant = node['readonly'] === true && !(value && describeCreation(value))
  if (isStaticField && !isConstant) {
    return [{ start: Number(node['start']), reason: 'a static field can change' }]
  }
  return findChildren(node).flatMap(findStaticFields)
}

/** Assignments to parts of a module's constants, and calls that change them. */
function findMutations(node: SyntaxNode, constants: ReadonlySet<string>): Finding[] {
  const name = readMutated(node)
  const finding =
    name !== undefined && constants.has(name)
      ? [{ start: Number(node['start']), reason: `\`${name}\` is changed` }]
      : []
  return [...finding, ...findChildren(node).flatMap((child) => findMutations(child, constants))]
}

/** The name of the variable whose content this expression changes. */
function readMutated(node: SyntaxNode): string | undefined {
  if (node.type === 'AssignmentExpression') return readOwner(node['left'])
  if (node.type === 'UpdateExpression') return readOwner(node['argument'])
  if (node.type === 'UnaryExpression' && node['operator'] === 'delete') {
    return readOwner(node['argument'])
  }
  const callee = node['callee']
  if (node.type !== 'CallExpression' || !isNode(callee) || callee.type !== 'MemberExpression') {
    return undefined
  }
  const method = readName(callee['property']) ?? ''
  if (MUTATING_METHODS.has(method)) return readRootName(callee['object'])
  const isAssign = method === 'assign' && readName(callee['object']) === 'Object'
  return isAssign ? readRootName((node['arguments'] as unknown[])[0]) : undefined
}

/** The variable at the root of `a.b[c]`; undefined for a variable itself. */
function readOwner(node: unknown): string | undefined {
  return isNode(node) && node.type === 'MemberExpression' ? readRootName(node) : undefined
}

function readRootName(node: unknown): string | undefined {
  if (!isNode(node)) return undefined
  return node.type === 'MemberExpression' ? readRootName(node['object']) : readName(node)
}

function readName(node: unknown): string | undefined {
  return isNode(node) && node.type === 'Identifier' ? String(node['name']) : undefined
}

function readTypeName(id: unknown): string | undefined {
  const annotation = isNode(id) ? id['typeAnnotation'] : undefined
  const type = isNode(annotation) ? annotation['typeAnnotation'] : undefined
  return isNode(type) && type.type === 'TSTypeReference' ? readName(type['typeName']) : undefined
}

/** The expression without `as`, `satisfies` and `!`. */
function unwrapType(node: unknown): SyntaxNode | undefined {
  if (!isNode(node)) return undefined
  const isTyped = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']
  return isTyped.includes(node.type) ? unwrapType(node['expression']) : node
}

function getLine(source: string, start: number): number {
  return source.slice(0, start).split('\n').length
}
