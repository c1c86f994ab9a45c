package tool

import "github.com/mantrac/mantrac/internal/lists"

// Keywords that Schema has fields for. One that is misspelt is noticed.
var modelled = []string{
	"$ref", "type", "nullable", "enum", "const", "default", "description",
	"minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum",
	"properties", "required", "additionalProperties", "items",
	"allOf", "anyOf", "oneOf",
}

// unmodelled are the keywords that restrict values in ways that are not
// modelled.
var unmodelled = set(
	"pattern", "format", "minLength", "maxLength", "multipleOf",
	"minItems", "maxItems", "uniqueItems", "contains", "minContains", "maxContains", "prefixItems", "additionalItems",
	"minProperties", "maxProperties", "propertyNames", "patternProperties",
	"dependencies", "dependentRequired", "dependentSchemas",
	"not", "if", "then", "else",
	"unevaluatedItems", "unevaluatedProperties", "$dynamicRef", "$recursiveRef",
)

// composes are the keywords that may add properties to an object.
var composes = set(
	"$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependencies", "dependentSchemas", "patternProperties",
	"$dynamicRef", "$recursiveRef",
)

// annotations are the keywords that restrict nothing.
var annotations = set(
	"title", "example", "examples", "deprecated", "readOnly", "writeOnly",
	"$schema", "$id", "id", "$anchor", "$dynamicAnchor", "$recursiveAnchor", "$comment", "$vocabulary", "$defs", "definitions",
	"contentEncoding", "contentMediaType", "contentSchema",
	"discriminator", "xml", "externalDocs",
)

func set(names ...string) map[string]bool {
	return lists.SetOf(names)
}

// keywords are those that mean something in a schema.
var keywords = func() map[string]bool {
	m := set(modelled...)
	for k := range unmodelled {
		m[k] = true
	}
	return m
}()

// list returns names as what [reporter.nearest] asks for.
func list(names ...string) func() []string { return func() []string { return names } }

// kinds are the names of types.
var kinds = func() map[string]Kind {
	m := map[string]Kind{}
	for k, name := range kindNames {
		m[name] = Kind(k)
	}
	return m
}()

// otherKinds are what types are called elsewhere.
var otherKinds = map[string]Kind{
	"str": KindString, "text": KindString, "varchar": KindString, "char": KindString,
	"int": KindInteger, "int32": KindInteger, "int64": KindInteger, "long": KindInteger,
	"float": KindNumber, "double": KindNumber, "decimal": KindNumber, "real": KindNumber,
	"bool": KindBoolean,
	"dict": KindObject, "map": KindObject, "record": KindObject, "struct": KindObject,
	"list": KindArray, "tuple": KindArray, "set": KindArray, "sequence": KindArray,
	"none": KindNull, "nil": KindNull, "nonetype": KindNull,
}
