// Package tool reads tool schemas: names, arguments, and whether a tool reads
// or writes.
//
// # Formats
//
// Files of four kinds are read, and told apart by their shape.
//
//   - OpenAI: a list of {"type": "function", "function": {name, description,
//     parameters}}, of the flat {"type": "function", name, parameters} of the
//     Responses API, or of legacy {name, description, parameters}; the list
//     alone or as the member "tools" or "functions" of an object, such as a
//     whole request. A tool without parameters takes no argument that is known.
//   - Anthropic: the same with {name, description, input_schema}.
//   - MCP: the result of tools/list, {"tools": [{name, description,
//     inputSchema, annotations}]}, alone or in its JSON-RPC envelope.
//   - OpenAPI 3.0 and 3.1: one tool an operation, see below.
//
// All of them may be JSON, or YAML in a file that is named .yaml or .yml.
// YAML is read as the JSON that it amounts to; aliases and merge keys work.
//
// The file is first read into nodes that keep their places (package document),
// and everything after that works on nodes, so that every name and every schema
// has an exact span, and every message a place.
//
// # Schemas
//
// A [Schema] is the part of JSON Schema that a model can know about. The rest
// is not lost but listed in Unmodelled, to be checked where calls are graded.
// The mapping is:
//
//   - type, enum, const, minimum, maximum, exclusiveMinimum and
//     exclusiveMaximum (numbers, or the booleans of OpenAPI 3.0), properties,
//     required, additionalProperties, items, default, description: as they are.
//   - null is never in Types or Enum: it is accepted if Nullable is set. That
//     comes from type, enum and const, from an alternative that is null, and
//     from "nullable": true, which is honoured in every format. OpenAPI says
//     that "nullable" cannot add null to an enum or to what allOf restricts;
//     here it does, since nobody writes it to mean nothing.
//   - $ref is replaced by its target, and allOf by its parts, merged. Merging
//     is exact, or not done: where two parts speak of the same property, or
//     one speaks of all properties that it does not know, the keyword is
//     unmodelled.
//   - anyOf and oneOf of one schema, or of one schema and null, are that
//     schema; of enumerations, one enumeration. Otherwise the types that they
//     allow are known, and the keyword itself is unmodelled.
//   - A $ref that is part of a cycle accepts anything, and is unmodelled. A
//     reference from a type to itself, directly or through others, is one.
//   - items beside prefixItems, or as a list, and additionalProperties beside
//     patternProperties, are unmodelled, since they depend on what is.
//   - Unknown keywords are ignored, as JSON Schema says, with a warning for
//     one that is nearly a known one.
//
// So [Schema.Accepts] accepts whatever the file's schema accepts. Where nothing
// is unmodelled, at any depth, it accepts nothing else, "nullable" aside. A
// test holds both against another implementation of JSON Schema.
//
// # OpenAPI
//
// The name of an operation's tool is its operationId, else made of the method
// and the path: GET /users/{id} is get_users_id. Its arguments are the
// parameters in path, query, header and cookie (those of the path item
// included, the headers Accept, Content-Type and Authorization not) and the
// properties of the request's JSON body, or the body itself as `body` if it
// is no object with properties. Names that clash are prefixed by their place:
// path_id and body_id. Properties of the body are required only if the body
// is, which in OpenAPI must be said. Properties that are readOnly do not
// belong into requests, and are left out. A body that is not JSON is listed as
// the unmodelled keyword requestBody.
//
// # Effects
//
// MCP's annotations and the methods of HTTP tell whether a tool reads or
// writes; [ReadEffects] reads files of labels.
//
// # Robustness
//
// Nothing that a file holds makes the package panic, or take time far from
// linear in its size. A file may have 16 MiB, values may nest 512 deep, and
// what references, aliases and merging multiply is bounded (MC0511). What is
// wrong is reported, and the rest is read. After a mistake of form that leaves
// the meaning in doubt, only mistakes of form are reported.
package tool
